//! Class files built byte by byte, as odd as is wanted.
#![allow(clippy::unwrap_used, reason = "a test's tool")]

/// A class file: constants first, then members and attributes that name them.
pub struct ClassFile {
    count: u16,
    pool: Vec<u8>,
    this: u16,
    superclass: u16,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    attributes: Vec<Vec<u8>>,
}

impl ClassFile {
    /// A public class of this internal name.
    pub fn new(name: &str) -> Self {
        let mut class = Self {
            count: 1,
            pool: Vec::new(),
            this: 0,
            superclass: 0,
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        class.this = class.class(name);
        class.superclass = class.class("java/lang/Object");
        class
    }

    fn constant(&mut self, bytes: &[u8]) -> u16 {
        self.pool.extend(bytes);
        self.count += 1;
        self.count - 1
    }

    /// The text is ASCII.
    pub fn utf8(&mut self, text: &str) -> u16 {
        let mut bytes = vec![1];
        bytes.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        bytes.extend(text.as_bytes());
        self.constant(&bytes)
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant(&[&[7], &name.to_be_bytes()[..]].concat())
    }

    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.constant(&[&[8], &text.to_be_bytes()[..]].concat())
    }

    /// An attribute with this content.
    pub fn attribute(&mut self, name: &str, content: &[u8]) -> Vec<u8> {
        let name = self.utf8(name);
        [&name.to_be_bytes()[..], &u32::try_from(content.len()).unwrap().to_be_bytes(), content].concat()
    }

    /// An attribute of the class.
    pub fn with(mut self, name: &str, content: &[u8]) -> Self {
        let attribute = self.attribute(name, content);
        self.attributes.push(attribute);
        self
    }

    pub fn field(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) {
        let member = self.member(access, name, descriptor, attributes);
        self.fields.push(member);
    }

    pub fn method(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) {
        let member = self.member(access, name, descriptor, attributes);
        self.methods.push(member);
    }

    /// The last method, so many times in all.
    pub fn repeat_method(&mut self, times: usize) {
        let last = self.methods.last().unwrap().clone();
        self.methods.resize(times, last);
    }

    fn member(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) -> Vec<u8> {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let mut bytes = Vec::new();
        for number in [access, name, descriptor, u16::try_from(attributes.len()).unwrap()] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(attributes.concat());
        bytes
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61];
        bytes.extend(self.count.to_be_bytes());
        bytes.extend(&self.pool);
        for number in [0x21, self.this, self.superclass, 0] {
            bytes.extend(number.to_be_bytes());
        }
        for table in [&self.fields, &self.methods, &self.attributes] {
            bytes.extend(u16::try_from(table.len()).unwrap().to_be_bytes());
            bytes.extend(table.concat());
        }
        bytes
    }
}
