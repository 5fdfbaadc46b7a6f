//! The attributes of a class, field, method or record component that an outline tells.

use noak::reader::attributes::annotations::{
    Annotation as Encoded, ElementValue, TargetInfo, TargetType, TypeAnnotation,
};
use noak::reader::attributes::{Code, LocalVariableTable};
use noak::reader::cpool::{self, Index, Item};
use noak::reader::{Attribute, AttributeContent, DecodeMany};
use noak::{AccessFlags, MStr};

use super::read::{Inner, Member, Reader, told};
use super::values::Value;

/// An annotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// Internal name of its class.
    pub class: String,
    pub pairs: Vec<(String, Value)>,
}

/// What a `MethodParameters` attribute says of a parameter.
#[derive(Debug)]
pub struct NamedParameter {
    pub name: Option<String>,
    /// The compiler added it.
    pub made: bool,
}

/// A local variable that is there from the first instruction on.
#[derive(Debug)]
pub struct Local {
    pub name: String,
    pub slot: u16,
}

/// Attributes, each empty where it is not there.
#[derive(Debug, Default)]
pub struct Attributes {
    pub signature: Option<String>,
    pub source_file: Option<String>,
    pub deprecated: bool,
    pub synthetic: bool,
    pub annotations: Vec<Annotation>,
    /// Annotations of the type of a field, result or (by number) parameter as a whole.
    pub type_annotations: Vec<(Option<u8>, Annotation)>,
    pub parameter_annotations: Vec<Vec<Annotation>>,
    pub default: Option<Value>,
    pub constant: Option<Value>,
    pub exceptions: Vec<String>,
    pub parameters: Vec<NamedParameter>,
    pub locals: Vec<Local>,
    pub inner: Vec<Inner>,
    pub permitted: Vec<String>,
    pub record: Option<Vec<Member>>,
    pub module: Option<super::module::Module>,
}

impl Attributes {
    /// The names of those that are read.
    pub const KNOWN: &[&[u8]] = &[
        b"AnnotationDefault",
        b"Code",
        b"ConstantValue",
        b"Deprecated",
        b"Exceptions",
        b"InnerClasses",
        b"MethodParameters",
        b"Module",
        b"PermittedSubclasses",
        b"Record",
        b"RuntimeInvisibleAnnotations",
        b"RuntimeInvisibleParameterAnnotations",
        b"RuntimeInvisibleTypeAnnotations",
        b"RuntimeVisibleAnnotations",
        b"RuntimeVisibleParameterAnnotations",
        b"RuntimeVisibleTypeAnnotations",
        b"Signature",
        b"SourceFile",
        b"Synthetic",
    ];

    /// Takes one attribute in.
    pub fn take<'b>(
        &mut self,
        reader: &mut Reader<'_, 'b>,
        name: &[u8],
        attribute: &Attribute<'b>,
    ) -> Result<(), String> {
        if name == b"Module" {
            self.module = Some(super::module::read(reader, attribute.content())?);
            return Ok(());
        }
        match attribute.read_content(reader.pool).map_err(told)? {
            AttributeContent::AnnotationDefault(default) => self.default = Some(value(reader, &default.value())?),
            AttributeContent::Code(code) => self.take_locals(reader, &code)?,
            AttributeContent::ConstantValue(constant) => {
                self.constant = Some(self::constant(reader, constant.value())?);
            }
            AttributeContent::Deprecated(_) => self.deprecated = true,
            AttributeContent::Synthetic(_) => self.synthetic = true,
            AttributeContent::Exceptions(thrown) => {
                for class in thrown.exceptions() {
                    self.exceptions.push(reader.class(class.map_err(told)?)?);
                }
            }
            AttributeContent::InnerClasses(rows) => {
                for row in rows.classes() {
                    self.inner.push(reader.inner(&row.map_err(told)?)?);
                }
            }
            AttributeContent::MethodParameters(parameters) => {
                for parameter in parameters.parameters() {
                    let parameter = parameter.map_err(told)?;
                    let made = AccessFlags::SYNTHETIC | AccessFlags::MANDATED;
                    let name = parameter.name().map(|name| reader.text(name)).transpose()?;
                    let made = parameter.access_flags().intersects(made);
                    self.parameters.push(NamedParameter { name, made });
                }
            }
            AttributeContent::PermittedSubclasses(classes) => {
                for class in classes.classes() {
                    self.permitted.push(reader.class(class.map_err(told)?)?);
                }
            }
            AttributeContent::Record(record) => {
                let mut components = Vec::new();
                for component in record.components() {
                    let component = component.map_err(told)?;
                    let (name, descriptor) = (component.name(), component.descriptor());
                    components.push(reader.member(AccessFlags::empty(), name, descriptor, component.attributes())?);
                }
                self.record = Some(components);
            }
            AttributeContent::RuntimeInvisibleAnnotations(all) => self.take_annotations(reader, all.annotations())?,
            AttributeContent::RuntimeVisibleAnnotations(all) => self.take_annotations(reader, all.annotations())?,
            AttributeContent::RuntimeInvisibleParameterAnnotations(all) => {
                for (at, of_one) in all.parameters().into_iter().enumerate() {
                    self.take_parameter(reader, at, of_one.map_err(told)?.annotations())?;
                }
            }
            AttributeContent::RuntimeVisibleParameterAnnotations(all) => {
                for (at, of_one) in all.parameters().into_iter().enumerate() {
                    self.take_parameter(reader, at, of_one.map_err(told)?.annotations())?;
                }
            }
            AttributeContent::RuntimeInvisibleTypeAnnotations(all) => {
                self.take_type_annotations(reader, all.annotations())?;
            }
            AttributeContent::RuntimeVisibleTypeAnnotations(all) => {
                self.take_type_annotations(reader, all.annotations())?;
            }
            AttributeContent::Signature(signature) => self.signature = Some(reader.text(signature.signature())?),
            AttributeContent::SourceFile(file) => self.source_file = Some(reader.text(file.source_file())?),
            _ => {}
        }
        Ok(())
    }

    fn take_annotations<'b>(
        &mut self,
        reader: &mut Reader<'_, 'b>,
        all: DecodeMany<'b, Encoded<'b>, u16>,
    ) -> Result<(), String> {
        for one in all {
            self.annotations.push(annotation(reader, &one.map_err(told)?)?);
        }
        Ok(())
    }

    fn take_parameter<'b>(
        &mut self,
        reader: &mut Reader<'_, 'b>,
        at: usize,
        all: DecodeMany<'b, Encoded<'b>, u16>,
    ) -> Result<(), String> {
        if self.parameter_annotations.len() <= at {
            self.parameter_annotations.resize_with(at + 1, Vec::new);
        }
        for one in all {
            let one = annotation(reader, &one.map_err(told)?)?;
            self.parameter_annotations[at].push(one);
        }
        Ok(())
    }

    fn take_type_annotations<'b>(
        &mut self,
        reader: &mut Reader<'_, 'b>,
        all: DecodeMany<'b, TypeAnnotation<'b>, u16>,
    ) -> Result<(), String> {
        for one in all {
            let one = one.map_err(told)?;
            let parameter = match (one.target_type(), one.target_info()) {
                (TargetType::Field | TargetType::MethodReturn, _) => None,
                (TargetType::MethodFormalParameter, TargetInfo::FormalParameter { formal_parameter_index }) => {
                    Some(*formal_parameter_index)
                }
                _ => continue,
            };
            if one.target_path().iter().next().is_some() {
                continue;
            }
            let class = class_of_descriptor(&reader.text(one.type_())?);
            let pairs = pairs(reader, one.pairs())?;
            self.type_annotations.push((parameter, Annotation { class, pairs }));
        }
        Ok(())
    }

    fn take_locals<'b>(&mut self, reader: &mut Reader<'_, 'b>, code: &Code<'b>) -> Result<(), String> {
        for attribute in code.attributes() {
            let attribute = attribute.map_err(told)?;
            let name: &MStr = reader.pool.retrieve(attribute.name()).map_err(told)?;
            if name.as_bytes() != b"LocalVariableTable" {
                continue;
            }
            let AttributeContent::LocalVariableTable(table) = attribute.read_content(reader.pool).map_err(told)? else {
                continue;
            };
            let table: LocalVariableTable<'b> = table;
            for local in table.locals() {
                let local = local.map_err(told)?;
                if local.range().start.as_u32() == 0 {
                    let name = reader.text(utf8(local.name())?)?;
                    self.locals.push(Local { name, slot: local.index() });
                }
            }
        }
        Ok(())
    }
}

/// The same index, of the pool's own lifetime.
fn utf8<'b>(index: Index<cpool::Utf8<'static>>) -> Result<Index<cpool::Utf8<'b>>, String> {
    Index::new(index.as_u16()).map_err(told)
}

fn constant<'b>(reader: &mut Reader<'_, 'b>, index: Index<Item<'b>>) -> Result<Value, String> {
    Ok(match reader.pool.get(index).map_err(told)? {
        Item::Integer(number) => Value::Int(number.value),
        Item::Long(number) => Value::Long(number.value),
        Item::Float(number) => Value::Float(number.value),
        Item::Double(number) => Value::Double(number.value),
        Item::String(string) => reader.string(string.string)?,
        _ => return Err("its constant is of no kind that a field has".to_owned()),
    })
}

fn annotation<'b>(reader: &mut Reader<'_, 'b>, encoded: &Encoded<'b>) -> Result<Annotation, String> {
    let class = class_of_descriptor(&reader.text(encoded.type_())?);
    Ok(Annotation { class, pairs: pairs(reader, encoded.pairs())? })
}

fn pairs<'b>(
    reader: &mut Reader<'_, 'b>,
    all: DecodeMany<'b, noak::reader::attributes::annotations::ElementValuePair<'b>, u16>,
) -> Result<Vec<(String, Value)>, String> {
    let mut pairs = Vec::new();
    for pair in all {
        let pair = pair.map_err(told)?;
        let name = reader.text(pair.name())?;
        pairs.push((name, value(reader, &pair.value())?));
    }
    Ok(pairs)
}

/// Recurses no deeper than [`super::guard`] lets through.
fn value<'b>(reader: &mut Reader<'_, 'b>, encoded: &ElementValue<'b>) -> Result<Value, String> {
    let int = |index| reader.pool.retrieve(index).map(|constant: cpool::value::Integer| constant.value).map_err(told);
    Ok(match encoded {
        ElementValue::Boolean(index) => Value::Boolean(int(*index)? != 0),
        ElementValue::Byte(index) | ElementValue::Short(index) | ElementValue::Int(index) => Value::Int(int(*index)?),
        ElementValue::Char(index) => Value::Char(int(*index)?),
        ElementValue::Long(index) => Value::Long(reader.pool.retrieve(*index).map_err(told)?.value),
        ElementValue::Float(index) => Value::Float(reader.pool.retrieve(*index).map_err(told)?.value),
        ElementValue::Double(index) => Value::Double(reader.pool.retrieve(*index).map_err(told)?.value),
        ElementValue::String(index) => reader.string(*index)?,
        ElementValue::Class(index) => Value::Class(reader.text(*index)?),
        ElementValue::Enum { type_name, const_name } => {
            Value::Constant(class_of_descriptor(&reader.text(*type_name)?), reader.text(*const_name)?)
        }
        ElementValue::Annotation(encoded) => Value::Annotation(annotation(reader, encoded)?),
        ElementValue::Array(all) => {
            let mut values = Vec::new();
            for one in all {
                values.push(value(reader, &one.map_err(told)?)?);
            }
            Value::Array(values)
        }
    })
}

/// `La/b/C;` as `a/b/C`.
fn class_of_descriptor(descriptor: &str) -> String {
    descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor).to_owned()
}
