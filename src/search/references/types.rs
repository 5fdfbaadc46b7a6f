//! Types as the resolver knows them, and what stands for their variables.

use std::fmt;
use std::sync::Arc;

use super::universe::TypeInfo;
use crate::model::uses::ScopeId;

/// A type.
#[derive(Clone, PartialEq, Eq)]
pub enum Type {
    /// Nothing is known of it.
    Unknown,
    Null,
    Void,
    Primitive(Primitive),
    Class(Class),
    /// A type that is in no artifact, by its qualified name as far as imports tell.
    Missing(Arc<str>),
    Variable(Variable),
    Local(Local),
    Array(Box<Type>),
    /// `? super T`: only an argument of a type is one, and what has that argument sees a [`Variable::captured`] in its place.
    Super(Box<Type>),
    /// `?` for a parameter whose bound has arguments: only an argument of a type is one, and what has that argument sees the bound
    /// in its place. So `Builder<?>` of a `B extends Builder<B>` goes on giving `Builder<?>`.
    Any,
    /// Kotlin's function types.
    Function(Arc<Function>),
}

/// A function type of Kotlin.
#[derive(Clone, PartialEq, Eq)]
pub struct Function {
    pub receiver: Option<Type>,
    pub parameters: Vec<Type>,
    pub returns: Type,
}

impl Function {
    /// How many values it takes, as the virtual machine has it: the receiver is the first.
    pub fn arity(&self) -> usize {
        usize::from(self.receiver.is_some()) + self.parameters.len()
    }
}

/// A declared type with its arguments; none: it takes none, or they were left out.
#[derive(Clone, PartialEq, Eq)]
pub struct Class {
    pub info: Arc<TypeInfo>,
    pub arguments: Vec<Type>,
}

/// A local or anonymous type of the file at hand with its arguments; none: it takes none, or they were left out, or it is what its own
/// body sees.
#[derive(Clone, PartialEq, Eq)]
pub struct Local {
    pub id: ScopeId,
    pub arguments: Vec<Type>,
}

/// Steps from a type variable to what bounds it in the end; what is damaged may go in circles.
pub(super) const DEEPEST_BOUND: usize = 16;

/// A type variable: the same one whether its bounds are with it or not.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Who declares it: see [`super::universe`].
    pub owner: Owner,
    pub name: Arc<str>,
    /// The first, which its erasure is.
    pub bound: Option<Box<Type>>,
    /// What else it is bound to.
    pub more: Vec<Type>,
    /// What is one of it, of an argument that is only bound from below.
    pub lower: Option<Box<Type>>,
    /// Whether it is in sight where a value is held against it: nothing can be inferred for it, and of values only those that
    /// are declared to be of it are.
    pub fixed: bool,
}

impl PartialEq for Variable {
    fn eq(&self, other: &Self) -> bool {
        self.owner == other.owner
            && self.name == other.name
            && (self.owner != Owner::Intersection || self.bounds().eq(other.bounds()))
            && self.lower == other.lower
    }
}

impl Eq for Variable {}

impl Variable {
    /// A variable without bounds.
    #[must_use]
    pub fn new(owner: Owner, name: &str) -> Self {
        Self { owner, name: name.into(), bound: None, more: Vec::new(), lower: None, fixed: false }
    }

    /// What stands for a parameter of a type whose argument is `? super lower`: who reads one has its bound, and who gives one may
    /// give a `lower`. JLS 5.1.10.
    #[must_use]
    pub fn captured(bound: Type, lower: Type) -> Self {
        Self { bound: Some(Box::new(bound)), lower: Some(Box::new(lower)), ..Self::new(Owner::Argument, "?") }
    }

    /// The same with these.
    #[must_use]
    pub fn bound_to(self, mut bounds: impl Iterator<Item = Type>) -> Self {
        Self { bound: bounds.next().map(Box::new), more: bounds.collect(), ..self }
    }

    /// All that it is bound to.
    pub fn bounds(&self) -> impl Iterator<Item = &Type> {
        self.bound.as_deref().into_iter().chain(&self.more)
    }
}

/// What declares a type variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    Type(u32, u32),
    Method(u32, u32),
    /// A scope of the file at hand.
    Scope(ScopeId),
    /// Nothing does: it is an intersection, of which every value is all of its bounds.
    Intersection,
    /// Nothing does: it is an argument of which only what is below it is known.
    Argument,
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::Null => f.write_str("null"),
            Self::Void => f.write_str("void"),
            Self::Primitive(primitive) => f.write_str(primitive.as_str()),
            Self::Class(class) if class.arguments.is_empty() => f.write_str(&class.info.qualified),
            Self::Class(class) => write!(f, "{}{:?}", class.info.qualified, class.arguments),
            Self::Missing(name) => write!(f, "?{name}"),
            Self::Variable(variable) => f.write_str(&variable.name),
            Self::Local(local) => write!(f, "local {}{:?}", local.id, local.arguments),
            Self::Array(of) => write!(f, "{of:?}[]"),
            Self::Super(of) => write!(f, "? super {of:?}"),
            Self::Any => f.write_str("any"),
            Self::Function(of) => write!(f, "{:?}.{:?}->{:?}", of.receiver, of.parameters, of.returns),
        }
    }
}

impl Class {
    /// A class without arguments.
    #[must_use]
    pub const fn bare(info: Arc<TypeInfo>) -> Self {
        Self { info, arguments: Vec::new() }
    }
}

impl Local {
    /// Whether more types stand in its arguments than in real ones: in damaged code, where a type is above itself, they would grow on
    /// and on.
    #[must_use]
    pub fn is_overgrown(&self) -> bool {
        const MOST: usize = 64;
        let mut open: Vec<&Type> = self.arguments.iter().collect();
        let mut count = 0;
        while let Some(one) = open.pop() {
            count += 1;
            match one {
                Type::Class(Class { arguments, .. }) | Type::Local(Self { arguments, .. }) => open.extend(arguments),
                Type::Array(of) | Type::Super(of) => open.push(of),
                _ => {}
            }
            if count > MOST {
                return true;
            }
        }
        false
    }
}

impl Type {
    /// A class without arguments.
    #[must_use]
    pub const fn bare(info: Arc<TypeInfo>) -> Self {
        Self::Class(Class::bare(info))
    }

    /// A local type without arguments.
    #[must_use]
    pub const fn local(id: ScopeId) -> Self {
        Self::Local(Local { id, arguments: Vec::new() })
    }

    /// What is all of some types; the first is its erasure.
    #[must_use]
    pub fn intersection(mut all: Vec<Self>) -> Self {
        if all.len() == 1 {
            all.swap_remove(0)
        } else {
            Self::Variable(Variable::new(Owner::Intersection, "&").bound_to(all.into_iter()))
        }
    }

    /// What an argument of a functional interface is for its method, as JLS 9.9 has it.
    #[must_use]
    pub fn unbounded(self) -> Self {
        match self {
            Self::Super(of) => *of,
            other => other,
        }
    }

    /// Whether it is something of which the members or supertypes cannot be told.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        match self {
            Self::Unknown | Self::Missing(_) => true,
            Self::Array(of) => of.is_unknown(),
            _ => false,
        }
    }

    /// Whether nothing is known of it, or of an argument of it.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        match self {
            Self::Class(class) => class.arguments.iter().any(Self::has_unknown),
            other => other.is_unknown(),
        }
    }

    /// Whether it is a variable of a method, for which nothing was found.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Variable(Variable { owner: Owner::Method(..), .. }))
    }

    /// Whether it is a type variable, or an array of one.
    #[must_use]
    pub fn is_variable(&self) -> bool {
        match self {
            Self::Variable(_) => true,
            Self::Array(of) => of.is_variable(),
            _ => false,
        }
    }

    /// Whether it is a type variable that is in sight.
    #[must_use]
    pub const fn is_fixed(&self) -> bool {
        matches!(self, Self::Variable(Variable { fixed: true, .. }))
    }

    /// Whether it is `java.lang.Object`.
    #[must_use]
    pub fn is_object(&self) -> bool {
        match self {
            Self::Class(class) => class.info.qualified == "java.lang.Object",
            Self::Missing(name) => &**name == "java.lang.Object",
            _ => false,
        }
    }

    /// The class behind it: of a variable its bound.
    #[must_use]
    pub fn bound(&self) -> &Self {
        let mut at = self;
        for _ in 0..DEEPEST_BOUND {
            match at {
                Self::Variable(Variable { bound: Some(bound), .. }) => at = bound,
                _ => break,
            }
        }
        at
    }

    /// The same with variables replaced.
    #[must_use]
    pub fn with(&self, bindings: &Bindings) -> Self {
        if bindings.is_empty() {
            return self.clone();
        }
        match self {
            Self::Variable(variable) if variable.owner == Owner::Intersection => {
                Self::intersection(variable.bounds().map(|one| one.with(bindings)).collect())
            }
            Self::Variable(Variable { bound: Some(bound), lower: Some(lower), .. }) => {
                Self::Variable(Variable::captured((**bound).clone(), lower.with(bindings)))
            }
            Self::Variable(variable) => match bindings.get(variable) {
                Some(found) => found.clone(),
                None => self.clone(),
            },
            Self::Class(class) if !class.arguments.is_empty() => Self::Class(Class {
                info: Arc::clone(&class.info),
                arguments: class.arguments.iter().map(|one| one.with(bindings)).collect(),
            }),
            Self::Local(local) if !local.arguments.is_empty() => Self::Local(Local {
                id: local.id,
                arguments: local.arguments.iter().map(|one| one.with(bindings)).collect(),
            }),
            Self::Array(of) => Self::Array(Box::new(of.with(bindings))),
            Self::Super(of) => Self::Super(Box::new(of.with(bindings))),
            Self::Function(of) => Self::Function(Arc::new(Function {
                receiver: of.receiver.as_ref().map(|one| one.with(bindings)),
                parameters: of.parameters.iter().map(|one| one.with(bindings)).collect(),
                returns: of.returns.with(bindings),
            })),
            _ => self.clone(),
        }
    }

    /// Whether a variable stands in it.
    #[must_use]
    pub fn mentions(&self, variable: &Variable) -> bool {
        let mut bindings = Bindings::default();
        bindings.set(variable, Self::Unknown);
        self.with(&bindings) != *self
    }

    /// Whether a variable of `owner` stands in it.
    #[must_use]
    pub fn names(&self, owner: Owner) -> bool {
        match self {
            Self::Variable(variable) if variable.owner == Owner::Intersection => {
                variable.bounds().any(|one| one.names(owner))
            }
            Self::Variable(variable) => {
                variable.owner == owner || variable.lower.as_ref().is_some_and(|lower| lower.names(owner))
            }
            Self::Class(class) => class.arguments.iter().any(|one| one.names(owner)),
            Self::Local(local) => local.arguments.iter().any(|one| one.names(owner)),
            Self::Array(of) | Self::Super(of) => of.names(owner),
            Self::Function(of) => {
                of.receiver.iter().chain(&of.parameters).chain([&of.returns]).any(|one| one.names(owner))
            }
            _ => false,
        }
    }
}

/// What stands for type variables.
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    all: Vec<(Owner, Arc<str>, Type)>,
    /// The variables of which only something above is known.
    at_most: Vec<(Owner, Arc<str>)>,
}

impl FromIterator<(Owner, Arc<str>, Type)> for Bindings {
    fn from_iter<T: IntoIterator<Item = (Owner, Arc<str>, Type)>>(all: T) -> Self {
        Self { all: all.into_iter().collect(), at_most: Vec::new() }
    }
}

impl Bindings {
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    #[must_use]
    pub fn get(&self, variable: &Variable) -> Option<&Type> {
        let found = self.all.iter().find(|(owner, name, _)| *owner == variable.owner && *name == variable.name);
        found.map(|(_, _, value)| value)
    }

    /// What a variable stands for; none where that is only known to be above it.
    #[must_use]
    pub fn get_at_least(&self, variable: &Variable) -> Option<&Type> {
        let is_it = |(owner, name): &(Owner, Arc<str>)| *owner == variable.owner && *name == variable.name;
        self.get(variable).filter(|_| !self.at_most.iter().any(is_it))
    }

    pub fn unset(&mut self, variable: &Variable) {
        self.all.retain(|(owner, name, _)| *owner != variable.owner || *name != variable.name);
        self.at_most.retain(|(owner, name)| *owner != variable.owner || *name != variable.name);
    }

    pub fn set(&mut self, variable: &Variable, value: Type) {
        self.unset(variable);
        self.all.push((variable.owner, Arc::clone(&variable.name), value));
    }

    /// Takes something above a variable for it, where nothing else is known of that.
    pub fn set_at_most(&mut self, variable: &Variable, value: Type) {
        if matches!(self.get(variable), None | Some(Type::Unknown)) {
            self.set(variable, value);
            self.at_most.push((variable.owner, Arc::clone(&variable.name)));
        }
    }
}

/// A primitive type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::Boolean, "boolean", "java.lang.Boolean"),
        (Self::Byte, "byte", "java.lang.Byte"),
        (Self::Short, "short", "java.lang.Short"),
        (Self::Char, "char", "java.lang.Character"),
        (Self::Int, "int", "java.lang.Integer"),
        (Self::Long, "long", "java.lang.Long"),
        (Self::Float, "float", "java.lang.Float"),
        (Self::Double, "double", "java.lang.Double"),
    ];

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name, _)| *name == text).map(|(one, _, _)| *one)
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(one, _, _)| *one == self).map_or("", |(_, name, _)| name)
    }

    /// The class that boxes it.
    #[must_use]
    pub fn boxed(self) -> &'static str {
        Self::ALL.iter().find(|(one, _, _)| *one == self).map_or("", |(_, _, boxed)| boxed)
    }

    /// The class of Kotlin that an array of it is.
    #[must_use]
    pub fn kotlin_array(self) -> String {
        let name = self.as_str();
        let (first, rest) = name.split_at(1);
        format!("kotlin.{}{rest}Array", first.to_ascii_uppercase())
    }

    #[must_use]
    pub fn of_box(qualified: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, _, boxed)| *boxed == qualified).map(|(one, _, _)| *one)
    }

    /// Whether a value of it is one of `other` without a cast.
    #[must_use]
    pub fn widens_to(self, other: Self) -> bool {
        use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        if self == other {
            return true;
        }
        match self {
            Boolean | Double => false,
            Byte => matches!(other, Short | Int | Long | Float | Double),
            Short | Char => matches!(other, Int | Long | Float | Double),
            Int => matches!(other, Long | Float | Double),
            Long => matches!(other, Float | Double),
            Float => other == Double,
        }
    }

    /// Whether it is narrower than `int`, and a number is one of it.
    #[must_use]
    pub fn holds(self, number: i32) -> bool {
        match self {
            Self::Byte => i8::try_from(number).is_ok(),
            Self::Short => i16::try_from(number).is_ok(),
            Self::Char => u16::try_from(number).is_ok(),
            _ => false,
        }
    }

    /// What a value is that is of one or the other.
    #[must_use]
    pub fn either(self, other: Self) -> Self {
        match (self, other) {
            _ if self == other => self,
            (Self::Byte, Self::Short) | (Self::Short, Self::Byte) => Self::Short,
            _ => self.promoted(other),
        }
    }

    /// What an operation of both gives.
    #[must_use]
    pub fn promoted(self, other: Self) -> Self {
        if self == Self::Boolean {
            return Self::Boolean;
        }
        [Self::Double, Self::Float, Self::Long]
            .into_iter()
            .find(|one| self == *one || other == *one)
            .unwrap_or(Self::Int)
    }
}
