//! Types as they are compared: what the names in them may mean, what the virtual machine sees of them, where two differ.

/// The names of Java's primitive types.
pub const PRIMITIVES: [&str; 9] = ["boolean", "byte", "char", "short", "int", "long", "float", "double", "void"];

/// What a name may mean: qualified names, of which the first is the likeliest. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(Vec<String>);

impl Name {
    /// A name with one meaning.
    #[must_use]
    pub fn known(name: impl Into<String>) -> Self {
        Self(vec![name.into()])
    }

    /// A name that may mean any of these, the likeliest first, or just what is written.
    #[must_use]
    pub fn one_of(mut meanings: Vec<String>, written: &str) -> Self {
        if !meanings.iter().any(|meaning| meaning == written) {
            meanings.push(written.to_owned());
        }
        Self(meanings)
    }

    /// Whether the two can be the same.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.0.iter().any(|meaning| other.0.contains(meaning))
    }

    /// Whether it can be the type of this qualified name.
    #[must_use]
    pub fn may_be(&self, qualified: &str) -> bool {
        self.0.iter().any(|meaning| meaning == qualified)
    }

    /// Whether it has one meaning.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.0.len() == 1
    }

    /// All that it may mean, the likeliest first.
    pub fn meanings(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The likeliest qualified name.
    #[must_use]
    pub fn likeliest(&self) -> &str {
        &self.0[0]
    }
}

/// A type as it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    Named {
        name: Name,
        arguments: Vec<Type>,
        nullable: bool,
    },
    Array(Box<Type>),
    /// A type variable, by its place: the declarations around it from within, and its number there.
    Variable {
        level: usize,
        index: usize,
        nullable: bool,
    },
    Wildcard(&'static str, Option<Box<Type>>),
    /// It could not be read, or is not written: the text.
    Unknown(String),
}

impl Type {
    /// Whether it has type arguments.
    #[must_use]
    pub fn has_arguments(&self) -> bool {
        matches!(self, Self::Named { arguments, .. } if !arguments.is_empty())
    }

    /// The type with its own type arguments left out.
    #[must_use]
    pub fn without_arguments(&self) -> Self {
        match self {
            Self::Named { name, nullable, .. } => {
                Self::Named { name: name.clone(), arguments: Vec::new(), nullable: *nullable }
            }
            other => other.clone(),
        }
    }
}

/// A type as the virtual machine sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erased {
    /// None: not known, which may be anything.
    pub name: Option<Name>,
    pub dimensions: usize,
}

impl Erased {
    /// What may be anything.
    pub const ANY: Self = Self { name: None, dimensions: 0 };

    /// A type of this qualified name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self { name: Some(Name::known(name)), dimensions: 0 }
    }

    /// Whether the two can be the same.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        match (&self.name, &other.name) {
            (Some(left), Some(right)) => self.dimensions == other.dimensions && left.is(right),
            _ => true,
        }
    }

    /// Whether a constant variable can be of it.
    #[must_use]
    pub fn is_primitive_or_string(&self) -> bool {
        let is_one = |name: &Name| PRIMITIVES.contains(&name.likeliest()) || name.may_be("java.lang.String");
        self.dimensions == 0 && self.name.as_ref().is_some_and(is_one)
    }

    /// An array of it.
    #[must_use]
    pub fn array(mut self) -> Self {
        self.dimensions += 1;
        self
    }
}

/// Whether two lists of parameters can be the same for the virtual machine.
#[must_use]
pub fn same_erased(left: &[Erased], right: &[Erased]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left.is(right))
}

/// What differs between two types that the virtual machine takes for the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differs {
    /// Nothing.
    Nowhere,
    /// Only in that the new one may be null, or its parts.
    NowNullable,
    /// Only in that the new one may not be null, or its parts.
    NotNullable,
    /// In type arguments, variables or names.
    Otherwise,
}

/// Compares two types by all they say.
#[must_use]
pub fn differs(old: &Type, new: &Type) -> Differs {
    let worse = |left: Differs, right: Differs| match (left, right) {
        (Differs::Nowhere, other) | (other, Differs::Nowhere) => other,
        (left, right) if left == right => left,
        _ => Differs::Otherwise,
    };
    let null = |old: bool, new: bool| match (old, new) {
        (false, true) => Differs::NowNullable,
        (true, false) => Differs::NotNullable,
        _ => Differs::Nowhere,
    };
    match (old, new) {
        (
            Type::Named { name: a, arguments: of_a, nullable: may_a },
            Type::Named { name: b, arguments: of_b, nullable: may_b },
        ) if a.is(b) && of_a.len() == of_b.len() => {
            of_a.iter().zip(of_b).fold(null(*may_a, *may_b), |so_far, (old, new)| worse(so_far, differs(old, new)))
        }
        (Type::Array(old), Type::Array(new)) => differs(old, new),
        (
            Type::Variable { level: a, index: b, nullable: may_a },
            Type::Variable { level: c, index: d, nullable: may_b },
        ) if (a, b) == (c, d) => null(*may_a, *may_b),
        (Type::Wildcard(a, old), Type::Wildcard(b, new)) if a == b => match (old, new) {
            (Some(old), Some(new)) => differs(old, new),
            (None, None) => Differs::Nowhere,
            _ => Differs::Otherwise,
        },
        (Type::Unknown(old), Type::Unknown(new)) if old == new => Differs::Nowhere,
        _ => Differs::Otherwise,
    }
}
