//! A class file's facts as plain values.

use std::collections::{HashMap, HashSet};

use noak::reader::attributes::InnerClass;
use noak::reader::cpool::{self, Index};
use noak::reader::{Attribute, AttributeContent, Class};
use noak::{AccessFlags, MStr};

use super::attributes::Attributes;
use super::guard;
use super::values::Value;
use super::{Around, Standing};

/// Bytes of text that are copied out of one class file, at most: an entry of its constant pool may be named a million times.
const MOST_TEXT: usize = 32 * 1024 * 1024;
const TOO_MUCH: &str = "it names more text than a class file holds";

/// The first version of class files with sealed types: Java 15's, as a preview.
const FIRST_SEALED: u16 = 59;

/// A class file.
#[derive(Debug, Default)]
pub struct ClassFile {
    /// `a/b/Outer$Inner`.
    pub name: String,
    pub access: Access,
    pub superclass: Option<String>,
    pub interfaces: Vec<String>,
    pub attributes: Attributes,
    pub fields: Vec<Member>,
    pub methods: Vec<Member>,
    /// Whether it is of a version that knows sealed types.
    pub knows_sealed: bool,
    /// Whether a sealed type of its archive permits it as a direct subtype.
    pub is_permitted: bool,
}

/// A field, method or record component.
#[derive(Debug)]
pub struct Member {
    pub access: Access,
    pub name: String,
    pub descriptor: String,
    pub attributes: Attributes,
}

/// A row of the table of inner classes.
#[derive(Debug)]
pub struct Inner {
    pub class: String,
    /// None for local and anonymous classes.
    pub outer: Option<String>,
    /// None for anonymous classes.
    pub name: Option<String>,
    pub access: Access,
}

/// Access flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access(pub AccessFlags);

impl Default for Access {
    fn default() -> Self {
        Self(AccessFlags::empty())
    }
}

impl Access {
    pub fn has(self, flag: AccessFlags) -> bool {
        self.0.contains(flag)
    }

    /// `public`, `protected`, `private`, or nothing.
    pub fn visibility(self) -> &'static str {
        if self.has(AccessFlags::PUBLIC) {
            "public"
        } else if self.has(AccessFlags::PROTECTED) {
            "protected"
        } else if self.has(AccessFlags::PRIVATE) {
            "private"
        } else {
            ""
        }
    }
}

impl ClassFile {
    /// Reads a class file; attributes that are damaged are left out and told.
    pub fn read(bytes: &[u8], problems: &mut Vec<String>) -> Result<Self, String> {
        let class = open(bytes)?;
        let mut reader = Reader { pool: class.pool(), left: MOST_TEXT, problems: Vec::new() };
        let mut file =
            Self { name: reader.class(class.this_class())?, access: Access(class.access_flags()), ..Self::default() };
        if let Some(superclass) = class.super_class() {
            file.superclass = Some(reader.class(superclass)?);
        }
        for interface in class.interfaces() {
            file.interfaces.push(reader.class(interface.map_err(told)?)?);
        }
        file.attributes = reader.attributes(class.attributes(), "")?;
        for field in class.fields() {
            let field = field.map_err(told)?;
            file.fields.push(reader.member(
                field.access_flags(),
                field.name(),
                field.descriptor(),
                field.attributes(),
            )?);
        }
        for method in class.methods() {
            let method = method.map_err(told)?;
            file.methods.push(reader.member(
                method.access_flags(),
                method.name(),
                method.descriptor(),
                method.attributes(),
            )?);
        }
        file.knows_sealed = class.version().major >= FIRST_SEALED;
        problems.append(&mut reader.problems);
        Ok(file)
    }

    /// Looks among its direct supertypes for a sealed one.
    pub fn look_above(&mut self, around: &Around<'_>) {
        let mut supertypes = self.superclass.iter().chain(&self.interfaces);
        let permits = |supertype: &String| {
            (around.heritage)(supertype).is_some_and(|heritage| heritage.permitted.contains(&self.name))
        };
        self.is_permitted = self.knows_sealed && supertypes.any(permits);
    }

    pub fn is_module(&self) -> bool {
        self.access.has(AccessFlags::MODULE)
    }

    pub fn is_interface(&self) -> bool {
        self.access.has(AccessFlags::INTERFACE)
    }

    pub fn is_annotation(&self) -> bool {
        self.access.has(AccessFlags::ANNOTATION)
    }

    pub fn is_enum(&self) -> bool {
        self.access.has(AccessFlags::ENUM)
    }

    pub fn is_record(&self) -> bool {
        self.attributes.record.is_some() && self.superclass.as_deref() == Some("java/lang/Record")
    }

    /// A record's components, as many as a constructor can take.
    pub fn components(&self) -> &[Member] {
        let all = self.attributes.record.as_deref().unwrap_or_default();
        &all[..all.len().min(255)]
    }

    /// Its own row in the table of inner classes, where it is one.
    pub fn own_row(&self) -> Option<&Inner> {
        self.attributes.inner.iter().find(|row| row.class == self.name)
    }
}

/// Classes by the internal name of the one that holds them, in their order.
pub fn by_outer(classes: &[ClassFile]) -> HashMap<&str, Vec<&ClassFile>> {
    let mut by_outer: HashMap<&str, Vec<&ClassFile>> = HashMap::new();
    for class in classes {
        if let Some(outer) = class.own_row().and_then(|row| row.outer.as_deref()) {
            by_outer.entry(outer).or_default().push(class);
        }
    }
    by_outer
}

/// What a class hands down: its supertypes, and what can be overridden.
#[derive(Debug, Default)]
pub struct Heritage {
    pub supertypes: Vec<String>,
    /// Names and parameters of its methods, as [`key`] makes them.
    pub methods: HashSet<String>,
    /// The direct subtypes that a sealed type permits.
    pub permitted: HashSet<String>,
}

impl Heritage {
    /// That of a class file; none where it cannot be read.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let class = open(bytes).ok()?;
        let mut reader = Reader { pool: class.pool(), left: MOST_TEXT, problems: Vec::new() };
        let mut heritage = Self::default();
        for supertype in class.super_class().map(Ok).into_iter().chain(class.interfaces()) {
            heritage.supertypes.push(reader.class(supertype.ok()?).ok()?);
        }
        let is_open = |access: AccessFlags| {
            let is_wide = access.intersects(AccessFlags::PUBLIC | AccessFlags::PROTECTED);
            is_wide && !access.intersects(AccessFlags::STATIC | AccessFlags::FINAL | AccessFlags::SYNTHETIC)
        };
        for method in class.methods() {
            let method = method.ok()?;
            if is_open(method.access_flags()) {
                let (name, descriptor) = (reader.text(method.name()).ok()?, reader.text(method.descriptor()).ok()?);
                heritage.methods.insert(key(&name, &descriptor));
            }
        }
        for attribute in class.attributes().into_iter().filter_map(Result::ok) {
            let is_it = |name: &MStr| name.as_bytes() == b"PermittedSubclasses";
            if !class.pool().retrieve(attribute.name()).is_ok_and(is_it) {
                continue;
            }
            if let Ok(AttributeContent::PermittedSubclasses(permitted)) = attribute.read_content(class.pool()) {
                let names = permitted.classes().into_iter().filter_map(|class| reader.class(class.ok()?).ok());
                heritage.permitted.extend(names);
            }
        }
        Some(heritage)
    }
}

/// A method without its result, which an overriding one may narrow: `name(I)`.
pub fn key(name: &str, descriptor: &str) -> String {
    let end = descriptor.rfind(')').map_or(descriptor.len(), |at| at + 1);
    format!("{name}{}", &descriptor[..end])
}

/// See [`super::standing`].
pub fn standing(bytes: &[u8]) -> Result<(String, Standing), String> {
    let class = open(bytes)?;
    let mut reader = Reader { pool: class.pool(), left: MOST_TEXT, problems: Vec::new() };
    let name = reader.class(class.this_class())?;
    let mut standing = Standing::TopLevel;
    let mut is_local = false;
    for attribute in class.attributes() {
        let attribute = attribute.map_err(told)?;
        match class.pool().retrieve(attribute.name()).map_err(told)?.as_bytes() {
            b"EnclosingMethod" => is_local = true,
            b"InnerClasses" => {
                let Ok(AttributeContent::InnerClasses(rows)) = attribute.read_content(class.pool()) else { continue };
                for row in rows.classes() {
                    let row = reader.inner(&row.map_err(told)?)?;
                    if row.class == name {
                        let member =
                            row.outer.filter(|_| row.name.is_some() && !row.access.has(AccessFlags::SYNTHETIC));
                        standing = member.map_or(Standing::Hidden, Standing::Member);
                    }
                }
            }
            _ => {}
        }
    }
    let is_made = class.access_flags().contains(AccessFlags::SYNTHETIC)
        && !class.access_flags().contains(AccessFlags::INTERFACE)
        && !class.access_flags().contains(AccessFlags::MODULE);
    Ok((name, if is_local || is_made { Standing::Hidden } else { standing }))
}

/// See [`super::source_file`].
pub fn source_file(bytes: &[u8]) -> Option<String> {
    let class = open(bytes).ok()?;
    let mut reader = Reader { pool: class.pool(), left: MOST_TEXT, problems: Vec::new() };
    class.attributes().into_iter().flatten().find_map(|attribute| match attribute.read_content(class.pool()).ok()? {
        AttributeContent::SourceFile(file) => reader.text(file.source_file()).ok(),
        _ => None,
    })
}

fn open(bytes: &[u8]) -> Result<Class<'_>, String> {
    Class::new(bytes).map_err(|error| format!("it is no class file or is damaged: {error}"))
}

/// A decoder's error in words.
#[allow(clippy::needless_pass_by_value, reason = "it is what map_err gives")]
pub fn told(error: noak::error::DecodeError) -> String {
    format!("it is damaged: {error}")
}

/// What copies facts out of a class file.
pub struct Reader<'a, 'b> {
    pub pool: &'a cpool::ConstantPool<'b>,
    /// Bytes of text that may still be copied.
    left: usize,
    pub problems: Vec<String>,
}

impl<'b> Reader<'_, 'b> {
    pub fn text(&mut self, index: Index<cpool::Utf8<'b>>) -> Result<String, String> {
        let text = self.pool.retrieve(index).map_err(told)?;
        self.copy(text)
    }

    pub fn copy(&mut self, text: &MStr) -> Result<String, String> {
        self.left = self.left.checked_sub(text.len() + 1).ok_or(TOO_MUCH)?;
        Ok(text.to_str().map_or_else(|| text.chars_lossy().collect(), str::to_owned))
    }

    /// A text that is a value: half a character in it stays what it is.
    pub fn string(&mut self, index: Index<cpool::Utf8<'b>>) -> Result<Value, String> {
        let text = self.pool.retrieve(index).map_err(told)?;
        if text.chars().all(|c| c.is_ok()) {
            return self.copy(text).map(Value::Text);
        }
        self.left = self.left.checked_sub(text.len() + 1).ok_or(TOO_MUCH)?;
        let mut units = Vec::new();
        for c in text.chars() {
            match c {
                Ok(c) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
                Err(half) => units.push(u16::try_from(half).unwrap_or(0xFFFD)),
            }
        }
        Ok(Value::Units(units))
    }

    pub fn class(&mut self, index: Index<cpool::Class<'b>>) -> Result<String, String> {
        let class = self.pool.retrieve(index).map_err(told)?;
        self.copy(class.name)
    }

    pub fn member(
        &mut self,
        access: AccessFlags,
        name: Index<cpool::Utf8<'b>>,
        descriptor: Index<cpool::Utf8<'b>>,
        attributes: noak::reader::DecodeMany<'b, Attribute<'b>, u16>,
    ) -> Result<Member, String> {
        let (name, descriptor) = (self.text(name)?, self.text(descriptor)?);
        let attributes = self.attributes(attributes, &name)?;
        Ok(Member { access: Access(access), name, descriptor, attributes })
    }

    pub fn inner(&mut self, row: &InnerClass<'b>) -> Result<Inner, String> {
        Ok(Inner {
            class: self.class(row.inner_class())?,
            outer: row.outer_class().map(|outer| self.class(outer)).transpose()?,
            name: row.inner_name().map(|name| self.text(name)).transpose()?,
            access: Access(row.inner_access_flags()),
        })
    }

    /// The attributes of a class or of its member `of`. One that cannot be decoded is left out and told.
    fn attributes(
        &mut self,
        all: noak::reader::DecodeMany<'b, Attribute<'b>, u16>,
        of: &str,
    ) -> Result<Attributes, String> {
        let mut attributes = Attributes::default();
        for attribute in all {
            let attribute = attribute.map_err(told)?;
            let name = self.pool.retrieve(attribute.name()).map_err(told)?;
            if !Attributes::KNOWN.contains(&name.as_bytes()) {
                continue;
            }
            let taken = if guard::is_shallow(name.as_bytes(), attribute.content()) {
                attributes.take(self, name.as_bytes(), &attribute)
            } else {
                Err("it is damaged or nests too deep".to_owned())
            };
            if let Err(reason) = taken {
                if self.left == 0 {
                    return Err(reason);
                }
                let place = if of.is_empty() { "the type".to_owned() } else { of.chars().take(100).collect() };
                self.problems.push(format!("{} of {place}: {reason}", name.display()));
            }
        }
        Ok(attributes)
    }
}
