//! What the Kotlin compiler notes in a class file, `kotlin.Metadata`: the messages of Kotlin's published `metadata.proto` and
//! `jvm_metadata.proto`, those of their fields that an outline tells, and the strings they name by number.

use std::cell::Cell;

use prost::Message;

use super::super::read::ClassFile;
use super::super::values::Value;

/// Begins the packed notes of every compiler since Kotlin 1.1.
const UTF8_MARK: char = '\0';

/// Names that need not stand in a file.
const PREDEFINED: &[&str] = &[
    "kotlin/Any",
    "kotlin/Nothing",
    "kotlin/Unit",
    "kotlin/Throwable",
    "kotlin/Number",
    "kotlin/Byte",
    "kotlin/Double",
    "kotlin/Float",
    "kotlin/Int",
    "kotlin/Long",
    "kotlin/Short",
    "kotlin/Boolean",
    "kotlin/Char",
    "kotlin/CharSequence",
    "kotlin/String",
    "kotlin/Comparable",
    "kotlin/Enum",
    "kotlin/Array",
    "kotlin/ByteArray",
    "kotlin/DoubleArray",
    "kotlin/FloatArray",
    "kotlin/IntArray",
    "kotlin/LongArray",
    "kotlin/ShortArray",
    "kotlin/BooleanArray",
    "kotlin/CharArray",
    "kotlin/Cloneable",
    "kotlin/Annotation",
    "kotlin/collections/Iterable",
    "kotlin/collections/MutableIterable",
    "kotlin/collections/Collection",
    "kotlin/collections/MutableCollection",
    "kotlin/collections/List",
    "kotlin/collections/MutableList",
    "kotlin/collections/Set",
    "kotlin/collections/MutableSet",
    "kotlin/collections/Map",
    "kotlin/collections/MutableMap",
    "kotlin/collections/Map.Entry",
    "kotlin/collections/MutableMap.MutableEntry",
    "kotlin/collections/Iterator",
    "kotlin/collections/MutableIterator",
    "kotlin/collections/ListIterator",
    "kotlin/collections/MutableListIterator",
];

#[derive(Clone, PartialEq, Message)]
pub struct Annotation {
    #[prost(int32, optional, tag = "1")]
    pub id: Option<i32>,
    #[prost(message, repeated, tag = "2")]
    pub arguments: Vec<AnnotationArgument>,
}

#[derive(Clone, PartialEq, Message)]
pub struct AnnotationArgument {
    #[prost(message, optional, tag = "2")]
    pub value: Option<AnnotationValue>,
}

#[derive(Clone, PartialEq, Message)]
pub struct AnnotationValue {
    /// Where it is a whole number.
    #[prost(sint64, optional, tag = "2")]
    pub number: Option<i64>,
    /// Where it is a string: its number.
    #[prost(int32, optional, tag = "5")]
    pub string: Option<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Type {
    #[prost(int32, optional, tag = "1")]
    pub flags: Option<i32>,
    #[prost(message, repeated, tag = "2")]
    pub arguments: Vec<Argument>,
    #[prost(bool, optional, tag = "3")]
    pub nullable: Option<bool>,
    #[prost(int32, optional, tag = "6")]
    pub class: Option<i32>,
    #[prost(int32, optional, tag = "7")]
    pub parameter: Option<i32>,
    #[prost(int32, optional, tag = "9")]
    pub parameter_name: Option<i32>,
    #[prost(message, optional, boxed, tag = "10")]
    pub outer: Option<Box<Type>>,
    #[prost(int32, optional, tag = "11")]
    pub outer_id: Option<i32>,
    #[prost(int32, optional, tag = "12")]
    pub alias: Option<i32>,
    #[prost(message, optional, boxed, tag = "13")]
    pub abbreviated: Option<Box<Type>>,
    #[prost(int32, optional, tag = "14")]
    pub abbreviated_id: Option<i32>,
    #[prost(message, repeated, tag = "100")]
    pub annotations: Vec<Annotation>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Argument {
    /// 0 in, 1 out, 2 as it is, 3 any.
    #[prost(int32, optional, tag = "1")]
    pub projection: Option<i32>,
    #[prost(message, optional, tag = "2")]
    pub ty: Option<Type>,
    #[prost(int32, optional, tag = "3")]
    pub type_id: Option<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub struct TypeTable {
    #[prost(message, repeated, tag = "1")]
    pub types: Vec<Type>,
    #[prost(int32, optional, tag = "2")]
    pub first_nullable: Option<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub struct TypeParameter {
    #[prost(int32, optional, tag = "1")]
    pub id: Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub name: Option<i32>,
    #[prost(bool, optional, tag = "3")]
    pub reified: Option<bool>,
    /// 0 in, 1 out, 2 neither.
    #[prost(int32, optional, tag = "4")]
    pub variance: Option<i32>,
    #[prost(message, repeated, tag = "5")]
    pub bounds: Vec<Type>,
    #[prost(int32, repeated, tag = "6")]
    pub bound_ids: Vec<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub struct ValueParameter {
    #[prost(int32, optional, tag = "1")]
    pub flags: Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub name: Option<i32>,
    #[prost(message, optional, tag = "3")]
    pub ty: Option<Type>,
    #[prost(message, optional, tag = "4")]
    pub vararg: Option<Type>,
    #[prost(int32, optional, tag = "5")]
    pub type_id: Option<i32>,
    #[prost(int32, optional, tag = "6")]
    pub vararg_id: Option<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Constructor {
    #[prost(int32, optional, tag = "1")]
    pub flags: Option<i32>,
    #[prost(message, repeated, tag = "2")]
    pub parameters: Vec<ValueParameter>,
    #[prost(message, optional, tag = "100")]
    pub signature: Option<Signature>,
}

/// The method or field that a declaration became: of its name and descriptor, those that its own name and types do not give.
#[derive(Clone, PartialEq, Message)]
pub struct Signature {
    #[prost(int32, optional, tag = "1")]
    pub name: Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub descriptor: Option<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Function {
    #[prost(int32, optional, tag = "2")]
    pub name: Option<i32>,
    #[prost(message, optional, tag = "3")]
    pub result: Option<Type>,
    #[prost(message, repeated, tag = "4")]
    pub type_parameters: Vec<TypeParameter>,
    #[prost(message, optional, tag = "5")]
    pub receiver: Option<Type>,
    #[prost(message, repeated, tag = "6")]
    pub parameters: Vec<ValueParameter>,
    #[prost(int32, optional, tag = "7")]
    pub result_id: Option<i32>,
    #[prost(int32, optional, tag = "8")]
    pub receiver_id: Option<i32>,
    #[prost(int32, optional, tag = "9")]
    pub flags: Option<i32>,
    /// Context receivers, as they were written before Kotlin 2.2.
    #[prost(message, repeated, tag = "10")]
    pub context_receivers: Vec<Type>,
    #[prost(int32, repeated, tag = "11")]
    pub context_receiver_ids: Vec<i32>,
    #[prost(message, repeated, tag = "13")]
    pub context_parameters: Vec<ValueParameter>,
    #[prost(message, optional, tag = "30")]
    pub types: Option<TypeTable>,
    #[prost(message, optional, tag = "100")]
    pub signature: Option<Signature>,
}

/// What a property became; of that, its field, what bears its annotations, what reads it and what writes it.
#[derive(Clone, PartialEq, Message)]
pub struct PropertySignature {
    #[prost(message, optional, tag = "1")]
    pub field: Option<Signature>,
    #[prost(message, optional, tag = "2")]
    pub annotated: Option<Signature>,
    #[prost(message, optional, tag = "3")]
    pub getter: Option<Signature>,
    #[prost(message, optional, tag = "4")]
    pub setter: Option<Signature>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Property {
    #[prost(int32, optional, tag = "2")]
    pub name: Option<i32>,
    #[prost(message, optional, tag = "3")]
    pub result: Option<Type>,
    #[prost(message, repeated, tag = "4")]
    pub type_parameters: Vec<TypeParameter>,
    #[prost(message, optional, tag = "5")]
    pub receiver: Option<Type>,
    #[prost(int32, optional, tag = "8")]
    pub setter_flags: Option<i32>,
    #[prost(int32, optional, tag = "9")]
    pub result_id: Option<i32>,
    #[prost(int32, optional, tag = "10")]
    pub receiver_id: Option<i32>,
    #[prost(int32, optional, tag = "11")]
    pub flags: Option<i32>,
    #[prost(message, repeated, tag = "12")]
    pub context_receivers: Vec<Type>,
    #[prost(int32, repeated, tag = "13")]
    pub context_receiver_ids: Vec<i32>,
    #[prost(message, repeated, tag = "17")]
    pub context_parameters: Vec<ValueParameter>,
    #[prost(message, optional, tag = "100")]
    pub signature: Option<PropertySignature>,
}

#[derive(Clone, PartialEq, Message)]
pub struct TypeAlias {
    #[prost(int32, optional, tag = "1")]
    pub flags: Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub name: Option<i32>,
    #[prost(message, repeated, tag = "3")]
    pub type_parameters: Vec<TypeParameter>,
    #[prost(message, optional, tag = "4")]
    pub underlying: Option<Type>,
    #[prost(int32, optional, tag = "5")]
    pub underlying_id: Option<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub struct EnumEntry {
    #[prost(int32, optional, tag = "1")]
    pub name: Option<i32>,
}

/// A class; a file or a part of one has its functions, properties and typealiases under other numbers: [`Package`].
#[derive(Clone, PartialEq, Message)]
pub struct Class {
    #[prost(int32, optional, tag = "1")]
    pub flags: Option<i32>,
    #[prost(int32, repeated, tag = "2")]
    pub supertype_ids: Vec<i32>,
    #[prost(int32, optional, tag = "3")]
    pub name: Option<i32>,
    #[prost(message, repeated, tag = "5")]
    pub type_parameters: Vec<TypeParameter>,
    #[prost(message, repeated, tag = "6")]
    pub supertypes: Vec<Type>,
    #[prost(message, repeated, tag = "8")]
    pub constructors: Vec<Constructor>,
    #[prost(message, repeated, tag = "9")]
    pub functions: Vec<Function>,
    #[prost(message, repeated, tag = "10")]
    pub properties: Vec<Property>,
    #[prost(message, repeated, tag = "11")]
    pub aliases: Vec<TypeAlias>,
    #[prost(message, repeated, tag = "13")]
    pub entries: Vec<EnumEntry>,
    #[prost(message, repeated, tag = "20")]
    pub context_receivers: Vec<Type>,
    #[prost(int32, repeated, tag = "21")]
    pub context_receiver_ids: Vec<i32>,
    #[prost(message, optional, tag = "30")]
    pub types: Option<TypeTable>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Package {
    #[prost(message, repeated, tag = "3")]
    pub functions: Vec<Function>,
    #[prost(message, repeated, tag = "4")]
    pub properties: Vec<Property>,
    #[prost(message, repeated, tag = "5")]
    pub aliases: Vec<TypeAlias>,
    #[prost(message, optional, tag = "30")]
    pub types: Option<TypeTable>,
}

#[derive(Clone, PartialEq, Message)]
struct StringTable {
    #[prost(message, repeated, tag = "1")]
    records: Vec<StringRecord>,
}

#[derive(Clone, PartialEq, Message)]
struct StringRecord {
    #[prost(int32, optional, tag = "1")]
    range: Option<i32>,
    #[prost(int32, optional, tag = "2")]
    predefined: Option<i32>,
    /// 0 nothing, 1 `$` are dots, 2 a descriptor's `L` and `;` go and `$` are dots.
    #[prost(int32, optional, tag = "3")]
    operation: Option<i32>,
    #[prost(int32, repeated, tag = "4")]
    substring: Vec<i32>,
    #[prost(int32, repeated, tag = "5")]
    replace: Vec<i32>,
    #[prost(string, optional, tag = "6")]
    string: Option<String>,
}

/// Bytes of strings that are given, at most: one may be named a million times.
const MOST_TEXT: usize = 64 * 1024 * 1024;

/// The strings that messages name by number.
pub struct Strings<'a> {
    spent: Cell<usize>,
    plain: Vec<&'a str>,
    /// Each with the number behind its last.
    records: Vec<(usize, StringRecord)>,
}

impl Strings<'_> {
    /// The string of this number; empty where there is none.
    pub fn get(&self, index: Option<i32>) -> String {
        if self.is_exhausted() {
            return String::new();
        }
        let text = index.and_then(|index| self.find(usize::try_from(index).ok()?)).unwrap_or_default();
        self.spent.set(self.spent.get() + text.len());
        text
    }

    /// Whether more was asked for than is given: the rest was empty.
    pub fn is_exhausted(&self) -> bool {
        self.spent.get() > MOST_TEXT
    }

    fn find(&self, index: usize) -> Option<String> {
        let at = self.records.partition_point(|(end, _)| *end <= index);
        let Some((_, record)) = self.records.get(at) else {
            return self.plain.get(index).map(|text| (*text).to_owned());
        };
        let predefined = || PREDEFINED.get(usize::try_from(record.predefined?).ok()?).copied();
        let mut text = match record.string.as_deref().or_else(predefined) {
            Some(text) => text.to_owned(),
            None => (*self.plain.get(index)?).to_owned(),
        };
        if let [start, end, ..] = record.substring[..] {
            let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
            text = text.chars().skip(start).take(end.checked_sub(start)?).collect();
        }
        if let [from, to, ..] = record.replace[..] {
            let character = |code: i32| char::from_u32(u32::try_from(code).ok()?);
            let (from, to) = (character(from)?, character(to)?);
            text = text.replace(from, to.encode_utf8(&mut [0; 4]));
        }
        Some(match record.operation.unwrap_or(0) {
            1 => text.replace('$', "."),
            2 => text.strip_prefix('L').and_then(|text| text.strip_suffix(';')).unwrap_or(&text).replace('$', "."),
            _ => text,
        })
    }
}

/// What a class file is to Kotlin.
pub enum Notes {
    Class(Class),
    /// A file's functions, properties and typealiases.
    File(Package),
    /// A file of several that make one facade, which has this internal name.
    Part(Package, String),
    /// The facade of several files, which hold what it has.
    Facade,
    /// Made by the compiler: a lambda, say.
    Made,
}

/// The notes of a class file and their strings; none where it has none that can be read.
pub fn read(class: &ClassFile) -> Option<(Notes, Strings<'_>)> {
    let annotation = class.attributes.annotations.iter().find(|annotation| annotation.class == "kotlin/Metadata")?;
    let value = |name: &str| value_of(annotation, name);
    let texts = |name: &str| value(name).map_or_else(Vec::new, texts);
    let kind = if let Some(Value::Int(kind)) = value("k") { *kind } else { 1 };
    let mut strings = Strings { spent: Cell::new(0), plain: texts("d2"), records: Vec::new() };
    if kind == 3 {
        return Some((Notes::Made, strings));
    }
    if kind == 4 {
        return Some((Notes::Facade, strings));
    }
    let packed = texts("d1");
    let mut chars = packed.iter().flat_map(|text| text.chars());
    if chars.next()? != UTF8_MARK {
        return None;
    }
    let bytes: Vec<u8> = chars.map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<_>>()?;
    let mut bytes = bytes.as_slice();
    let table = StringTable::decode_length_delimited(&mut bytes).ok()?;
    let mut end = 0_usize;
    for record in table.records {
        end = end.saturating_add(usize::try_from(record.range.unwrap_or(1)).unwrap_or(0));
        strings.records.push((end, record));
    }
    let notes = match kind {
        1 => Notes::Class(Class::decode(bytes).ok()?),
        2 => Notes::File(Package::decode(bytes).ok()?),
        5 => {
            let Some(Value::Text(facade)) = value("xs") else { return None };
            Notes::Part(Package::decode(bytes).ok()?, facade.clone())
        }
        _ => return None,
    };
    Some((notes, strings))
}

fn value_of<'a>(annotation: &'a super::super::attributes::Annotation, name: &str) -> Option<&'a Value> {
    annotation.pairs.iter().find(|(own, _)| own == name).map(|(_, value)| value)
}

/// The texts of an array.
fn texts(value: &Value) -> Vec<&str> {
    let Value::Array(values) = value else { return Vec::new() };
    values.iter().filter_map(|value| if let Value::Text(text) = value { Some(text.as_str()) } else { None }).collect()
}
