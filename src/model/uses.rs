//! Where one file uses the names that were asked for, and what its text says about each use. Plain values, no I/O.
//!
//! Made by the parser of a file's language out of its syntax alone, and whole enough for that syntax not to be needed again:
//! who resolves a use finds here the expression it stands in, where the values in that expression come from, and what is
//! declared around it. What the text does not tell is [`Form::Unknown`]; nothing here is a guess.
//!
//! The numbers in here are places in the lists of [`FileUses`]. Whoever takes one from a child process looks it up with
//! [`FileUses::scope`] and [`FileUses::expression`], which give none for a place that is not there.

use serde::{Deserialize, Serialize};

use super::{ByteRange, Language};

/// A place in [`FileUses::expressions`].
pub type ExpressionId = u32;
/// A place in [`FileUses::scopes`].
pub type ScopeId = u32;

/// What is looked for in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Wanted {
    /// Simple names; a token that is equal to one of them is a use.
    pub names: Vec<String>,
    /// Names that are looked for in Kotlin alone: of properties that stand for getters and setters of Java.
    pub kotlin_names: Vec<String>,
    /// Names that are looked for in Java alone: what `@JvmName` gives, getters and setters of properties of Kotlin.
    pub java_names: Vec<String>,
    /// Kotlin: signs are uses of the operators that they call, where those have wanted names.
    pub operators: bool,
    /// Kotlin: what members of the wanted names give is told where no type states it: [`FileUses::values`].
    pub values: bool,
    /// Calls of constructors that name no type are uses too: `this(…)`, `super(…)`.
    pub constructors: bool,
    /// Annotations of a wanted name use the wanted element `value` where they give a value without a name.
    pub elements: bool,
    /// Types in bodies are looked for: the constants of an enum, of which each may have one, are read too.
    pub subtypes: bool,
    /// Names in doc comments are uses too.
    pub docs: bool,
    /// Names in strings are uses too.
    pub strings: bool,
}

impl Wanted {
    /// What is looked for in files of a language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> Self {
        let mut wanted = self.clone();
        let (java, kotlin) = (std::mem::take(&mut wanted.java_names), std::mem::take(&mut wanted.kotlin_names));
        wanted.names.extend(match language {
            Language::Java => java,
            Language::Kotlin => kotlin,
        });
        wanted
    }

    /// Whether a name is looked for.
    #[must_use]
    pub fn holds(&self, name: &str) -> bool {
        self.names.iter().any(|wanted| wanted == name)
    }
}

/// What one file says about the names that were asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FileUses {
    /// What is declared around uses; a scope comes after the one around it.
    pub scopes: Vec<Scope>,
    /// Expressions that uses refer to.
    pub expressions: Vec<Expression>,
    /// The uses, in the order of their names in the text.
    pub uses: Vec<Use>,
    /// Kotlin: what members give that state no type; asked for with [`Wanted::values`].
    pub values: Vec<MemberValue>,
    /// Why some may be missing, with the line; none where the file parsed cleanly.
    pub problem: Option<String>,
}

impl FileUses {
    #[must_use]
    pub fn scope(&self, id: ScopeId) -> Option<&Scope> {
        self.scopes.get(id as usize)
    }

    #[must_use]
    pub fn expression(&self, id: ExpressionId) -> Option<&Expression> {
        self.expressions.get(id as usize)
    }
}

/// What a member gives that states no type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberValue {
    /// The member's name.
    pub bytes: ByteRange,
    pub value: ExpressionId,
}

/// How a name is used, as find_references answers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UseKind {
    Call,
    New,
    Type,
    Import,
    Extends,
    Annotation,
    Read,
    Write,
    Override,
    MethodReference,
    Doc,
    String,
}

impl UseKind {
    pub const ALL: [Self; 12] = [
        Self::Call,
        Self::New,
        Self::Type,
        Self::Import,
        Self::Extends,
        Self::Annotation,
        Self::Read,
        Self::Write,
        Self::Override,
        Self::MethodReference,
        Self::Doc,
        Self::String,
    ];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::New => "new",
            Self::Type => "type",
            Self::Import => "import",
            Self::Extends => "extends",
            Self::Annotation => "annotation",
            Self::Read => "read",
            Self::Write => "write",
            Self::Override => "override",
            Self::MethodReference => "method_reference",
            Self::Doc => "doc",
            Self::String => "string",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// One use of a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// The name token; of `this(…)` and `super(…)` the keyword.
    pub bytes: ByteRange,
    /// As far as the syntax tells: an expression's name that is read may name a type as well as a field.
    pub kind: UseKind,
    /// What is declared around it; none outside of all types.
    pub scope: Option<ScopeId>,
    pub subject: Subject,
}

/// What a name stands in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The name of this expression: a call, a `new`, a selected or simple name, a method reference.
    Expression(ExpressionId),
    /// Kotlin: the name of `of` before `+=` and its like. Where that sign is the call `by` of a function of its own, nothing is
    /// written.
    Updated { of: ExpressionId, by: ExpressionId },
    /// A type's name as written, from its first segment up to the use, type arguments and annotations left out: `Map` and
    /// `Map.Entry` in `Map.Entry<K, V>`.
    Type(String),
    /// The name of an import from its first segment up to the use.
    Import {
        path: String,
        is_static: bool,
        /// Whether the path goes on behind the use, with a name or a star.
        goes_on: bool,
        /// Kotlin's `as` name.
        alias: Option<String>,
    },
    /// The name of a method or property that is declared here and may override: its scope is that of the type it belongs to.
    Declaration {
        /// Types as written, in order; what an extension of Kotlin extends before them.
        parameters: Vec<String>,
        is_static: bool,
        /// Kotlin: it is a property.
        is_property: bool,
    },
    /// What a doc comment links to, `Type#member(Parameters)`: up to the use.
    Link {
        /// As written; empty: the type around it.
        type_name: String,
        member: Option<String>,
        /// As written; none where no list is given.
        parameters: Option<Vec<String>>,
    },
    /// Somewhere in a string or in the prose of a comment.
    Mention,
}

/// Something that declares names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// The scope around it.
    pub parent: Option<ScopeId>,
    pub type_parameters: Vec<TypeParameter>,
    pub kind: ScopeKind,
}

/// A type variable and its first bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeParameter {
    pub name: String,
    /// As written.
    pub bounds: Vec<String>,
}

/// What declares names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScopeKind {
    /// A type that an index has: `Outer.Inner`, without the package. What it declares is asked of the index.
    Type(String),
    /// The header of such a type: its type parameters are in sight, its members are not; empty: of a local type.
    Header(String),
    /// A local or anonymous type, of which no index knows.
    Local(LocalType),
    /// A method, constructor, initialiser, or the initialiser of a field.
    Member(Member),
    /// Kotlin: the body of this lambda, which may have a receiver.
    Lambda(ExpressionId),
    /// Kotlin: where `this` is known to be of this type as well, as written.
    Known(String),
    /// Java: where this local type is in sight: from its declaration to the end of the block around it.
    InSight(ScopeId),
}

/// A type declared in a body.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LocalType {
    /// None: anonymous.
    pub name: Option<String>,
    /// Where its name stands; of an anonymous one what it is made of, of a constant the constant's name.
    pub bytes: ByteRange,
    /// As written.
    pub supertypes: Vec<String>,
    /// Of `outer.new Inner() { … }` the value whose member type the supertype is.
    pub outer: Option<ExpressionId>,
    pub methods: Vec<LocalMethod>,
    pub fields: Vec<LocalField>,
    /// Types declared in it.
    pub types: Vec<ScopeId>,
}

/// A method of a local type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalMethod {
    pub name: String,
    /// As written, `...` included.
    pub parameters: Vec<String>,
    /// As written; none of a constructor, or where none is stated.
    pub return_type: Option<String>,
    pub is_static: bool,
}

/// A field of a local type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalField {
    pub name: String,
    /// As written; none where none is stated.
    pub type_text: Option<String>,
}

/// A member of a type, as the place of uses.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Member {
    /// The name; `<init>` of a constructor; none: an initialiser.
    pub name: Option<String>,
    /// Parameter types as written; none: a field.
    pub parameters: Option<Vec<String>>,
    /// Kotlin: the receiver of an extension, as written.
    pub receiver: Option<String>,
    /// Kotlin: named types declared in its body, at any depth outside of other types.
    pub types: Vec<ScopeId>,
}

/// An expression, or where the value of a variable comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expression {
    /// Where its names and types are looked up.
    pub scope: Option<ScopeId>,
    pub form: Form,
}

/// What a [`Form::Known`] is known to be that is only known not to be `null`.
pub const NOT_NULL: &str = "kotlin.Any";

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// The text does not tell what its type is.
    Unknown,
    Null,
    /// A simple name that no variable around it has: a field, else a type, else a package.
    Name(String),
    /// A value of this type as written: a variable, a cast, a literal.
    Typed(String),
    /// Kotlin: the value of `of`, which is known to be of this type as well, as written, where each of its last `properties` gives the
    /// same value every time.
    Known {
        of: ExpressionId,
        type_text: String,
        properties: u8,
    },
    /// Kotlin: what a function in a body is: from how many arguments on it can be called, up to how many, the names and types of
    /// its parameters and what it gives, as written.
    Function {
        least: u32,
        most: u32,
        parameters: Vec<(String, String)>,
        returns: Option<String>,
    },
    /// Kotlin: `T::class`, of a type or of a value.
    ClassOf(ExpressionId),
    /// Kotlin: what a property leaves itself to: what the call `provided` gives where there is such a function, else `of`.
    Delegate {
        of: ExpressionId,
        provided: ExpressionId,
    },
    /// A literal `int` of Java, which may be of a narrower type where one of those is beside it.
    Number(i32),
    /// No value but this type itself, as written: before `::`, or where only a type can stand.
    TypeName(String),
    /// `of.name`: a field, a type or a package.
    Select {
        of: ExpressionId,
        name: String,
    },
    Call(Call),
    New(New),
    /// `this`, or `Outer.this` with what stands before the dot.
    This(Option<String>),
    Super(Option<String>),
    /// What iterating over an expression gives.
    Element(ExpressionId),
    /// Kotlin: an element of what is spread, as an argument that variable ones alone can take.
    Spread(ExpressionId),
    /// An element of an array.
    Indexed(ExpressionId),
    /// A parameter of a lambda, from 0, whose type is not written; Kotlin's `it`.
    Parameter {
        lambda: ExpressionId,
        number: u32,
    },
    /// Java: the value of `of`, matched by a record pattern of this type, as written.
    Matched {
        of: ExpressionId,
        type_text: String,
    },
    /// Java: what a record pattern takes out of a record: its component at this place, from 0.
    Component {
        of: ExpressionId,
        number: u32,
    },
    /// One of several: branches of a condition, types of a catch.
    OneOf(Vec<ExpressionId>),
    /// The sum of these: text, or a number.
    Sum(Vec<ExpressionId>),
    /// Any other operation of numbers or booleans.
    Promoted(Vec<ExpressionId>),
    Lambda(Lambda),
    MethodReference {
        /// A value, or a type.
        of: ExpressionId,
        /// `<init>` of `T::new`.
        name: String,
        target: Option<Target>,
    },
    /// A constant of the enum that `of` is a value of: a `case`.
    Constant {
        of: ExpressionId,
        name: String,
    },
}

/// A call of a method; of a constructor as `this(…)`, `super(…)`, where the name is `<init>` and the receiver This or Super.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// None: a simple name, looked up in the scopes around it.
    pub receiver: Option<ExpressionId>,
    pub name: String,
    pub arguments: Vec<ExpressionId>,
    /// Kotlin's named arguments: the place in `arguments` and the name; of a lambda behind the parentheses, which is the last
    /// parameter's, the name is empty.
    pub named: Vec<(u32, String)>,
    /// As written.
    pub type_arguments: Vec<String>,
    /// What the value is expected to be; it tells what a call without arguments to go by gives.
    pub target: Option<Target>,
    /// In Kotlin a local variable of the name: what it holds is called where that can be.
    pub local: Option<ExpressionId>,
    /// In Kotlin, where what a name holds is called, the call of the function of that name, and of `a + b` in `a += b` the one of
    /// `plusAssign`: it goes before.
    pub function: Option<ExpressionId>,
    /// Kotlin's arguments, from 0, that are null where what they are asked of is (`a?.b`).
    pub or_null: Vec<u32>,
}

/// `new T(…)`; Kotlin's constructor calls are [`Call`]s, but for those of supertypes and of constants of an enum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct New {
    /// `outer.new Inner()`.
    pub outer: Option<ExpressionId>,
    /// As written, `Map.Entry<>` with its type arguments.
    pub type_text: String,
    pub arguments: Vec<ExpressionId>,
    /// As of a [`Call`].
    pub named: Vec<(u32, String)>,
    /// The scope of its body: an anonymous class.
    pub body: Option<ScopeId>,
    pub target: Option<Target>,
}

/// A lambda.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lambda {
    /// Types as written; none where they are to be inferred.
    pub parameters: Vec<Option<String>>,
    /// What it may give: the expression, or what a block returns.
    pub results: Vec<ExpressionId>,
    /// Kotlin: the first calls in its body with arguments, on what need not be named or on `this`: where its receiver has type
    /// variables, they may tell them.
    pub calls: Vec<ExpressionId>,
    pub body: LambdaBody,
    pub target: Option<Target>,
}

/// What the body of a lambda can be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LambdaBody {
    /// An expression that may stand as a statement: its value may go unused.
    Statement,
    /// An expression that may not.
    Expression,
    /// A block that returns no value.
    Void,
    /// A block that returns one.
    Value,
}

/// What says which type is expected of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// It is this argument, from 0, of a call or a `new`.
    Argument { call: ExpressionId, number: u32 },
    /// A type as written: of a variable, a cast, the method that returns it.
    Type(String),
    /// The result of this lambda.
    Result(ExpressionId),
    /// What this expression is a value of: the other side of an assignment.
    Like(ExpressionId),
}
