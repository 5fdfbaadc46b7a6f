//! A file made ready to be written, on whatever thread parsed it: the writer then only gives numbers and inserts.

use super::detail::{Packer, piece};
use super::words::join_parameters;
use super::write::FileInput;
use crate::model::{ByteRange, FieldKind, Import, LineRange, MethodKind, ParsedFile, TypeDecl};

/// A file whose members stand in the order of their types, with their details packed.
pub struct Prepared {
    /// All but what was parsed.
    pub(super) file: FileInput,
    pub(super) declared: Option<Declared>,
}

/// What a file declares.
pub(super) struct Declared {
    pub package: String,
    pub imports: Vec<Import>,
    pub import_section: Option<(ByteRange, LineRange)>,
    pub types: Vec<DeclaredType>,
    pub methods: Vec<MethodLine>,
    pub fields: Vec<FieldLine>,
    pub local_types: u32,
    pub local_supertypes: Vec<String>,
}

impl Declared {
    /// How many types, methods and fields.
    pub(super) fn count(&self) -> usize {
        self.types.len() + self.methods.len() + self.fields.len()
    }
}

/// A type, how many of the methods and fields are its own, and their packed details.
pub(super) struct DeclaredType {
    pub declaration: TypeDecl,
    pub methods: u32,
    pub fields: u32,
    pub detail: Vec<u8>,
}

/// What a row of a method holds.
pub(super) struct MethodLine {
    pub kind: MethodKind,
    pub parameter_types: String,
    pub common: Common,
}

/// What a row of a field holds.
pub(super) struct FieldLine {
    pub kind: FieldKind,
    pub common: Common,
}

/// What rows of methods and fields both hold.
pub(super) struct Common {
    pub name: String,
    pub receiver: Option<String>,
    /// Of a method what it returns.
    pub type_text: Option<String>,
    pub modifiers: String,
    pub annotations: String,
    pub lines: LineRange,
    pub name_line: u32,
}

impl Prepared {
    /// Prepares a file.
    #[must_use]
    pub fn of(mut file: FileInput) -> Self {
        let parsed = file.parsed.take();
        file.problem = file.problem.or_else(|| parsed.as_ref().and_then(|parsed| parsed.problem.clone()));
        Self { declared: parsed.map(declared), file }
    }
}

fn declared(parsed: ParsedFile) -> Declared {
    let ParsedFile { package, imports, import_section, import_lines, types, mut methods, mut fields, .. } = parsed;
    // Those that name no type are nobody's.
    let count = types.len() as u32;
    methods.retain(|method| method.owner < count);
    fields.retain(|field| field.owner < count);
    methods.sort_by_key(|method| method.owner);
    fields.sort_by_key(|field| field.owner);
    let (mut method_rest, mut field_rest) = (&methods[..], &fields[..]);
    let types = types.into_iter().zip(0_u32..).map(|(declaration, at)| {
        let own;
        (own, method_rest) = method_rest.split_at(method_rest.partition_point(|method| method.owner == at));
        let mut packed_methods = Packer::default();
        for method in own {
            packed_methods.add(method.bytes, method.body, method.doc, &method.signature);
        }
        let own_fields;
        (own_fields, field_rest) = field_rest.split_at(field_rest.partition_point(|field| field.owner == at));
        let mut packed_fields = Packer::default();
        for field in own_fields {
            packed_fields.add(field.bytes, None, field.doc, &field.signature);
        }
        DeclaredType {
            declaration,
            methods: own.len() as u32,
            fields: own_fields.len() as u32,
            detail: piece(&packed_methods, &packed_fields),
        }
    });
    let types = types.collect();
    Declared {
        package,
        imports,
        import_section: import_section.zip(import_lines),
        types,
        methods: methods
            .into_iter()
            .map(|method| MethodLine {
                kind: method.kind,
                parameter_types: join_parameters(&method.parameters),
                common: Common {
                    name: method.name,
                    receiver: method.receiver,
                    type_text: method.return_type,
                    modifiers: method.modifiers.join(" "),
                    annotations: method.annotations.join(", "),
                    lines: method.lines,
                    name_line: method.name_line,
                },
            })
            .collect(),
        fields: fields
            .into_iter()
            .map(|field| FieldLine {
                kind: field.kind,
                common: Common {
                    name: field.name,
                    receiver: field.receiver,
                    type_text: field.type_text,
                    modifiers: field.modifiers.join(" "),
                    annotations: field.annotations.join(", "),
                    lines: field.lines,
                    name_line: field.name_line,
                },
            })
            .collect(),
        local_types: parsed.local_types,
        local_supertypes: parsed.local_supertypes,
    }
}
