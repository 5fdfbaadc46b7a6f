//! What members of Kotlin give that state no type: a parser child reads the member where it stands, and what it gives is
//! resolved there.
//!
//! A member whose type leads to itself has none. Only what a question needs is read, each member once.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::file::FileResolver;
use super::members::Candidate;
use super::names::{deeper, is_deep};
use super::types::{Function, Owner, Type, Variable};
use super::universe::{Place, TypeInfo, Universe};
use crate::model::uses::{FileUses, Wanted};
use crate::model::{ByteRange, Language};
use crate::parse::worker::{Child, Patience, Program, UsesJob};

/// Most members that one question reads: each costs a parse of its file.
const MOST: usize = 500;

thread_local! {
    /// Members that are being read.
    static OPEN: RefCell<Vec<(Place, u32, u32)>> = const { RefCell::new(Vec::new()) };
    /// How often one was needed to find itself.
    static CYCLES: Cell<u32> = const { Cell::new(0) };
}

/// Parser children that read members; as many as read at once.
pub struct Readers {
    program: Program,
    patience: Arc<Patience>,
    idle: Mutex<Vec<Child>>,
    read: AtomicUsize,
}

impl Readers {
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self { program: program.clone(), patience: Arc::default(), idle: Mutex::default(), read: AtomicUsize::new(0) }
    }

    fn read(&self, path: &str, text: &str, name: &str) -> Option<FileUses> {
        if self.read.fetch_add(1, Ordering::Relaxed) >= MOST {
            return None;
        }
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut child = taken.unwrap_or_else(|| Child::sharing(self.program.clone(), Arc::clone(&self.patience)));
        let wanted = Wanted { names: vec![name.to_owned()], values: true, ..Wanted::default() };
        let found = child.uses_of_all(&[UsesJob { language: Language::Kotlin, path, text, wanted: &wanted }]).pop();
        idle().push(child);
        found?.ok()
    }
}

/// A member that states no type.
pub struct Unstated<'a> {
    pub owner: &'a Arc<TypeInfo>,
    pub file: u32,
    pub name: &'a str,
    /// Of its declaration.
    pub bytes: ByteRange,
    pub is_function: bool,
    /// Its own type variables.
    pub variables: &'a [Variable],
}

impl Universe<'_> {
    /// What a member gives.
    pub fn inferred(&self, member: &Unstated<'_>) -> Type {
        let key = (member.owner.place, member.file, member.bytes.start);
        if let Some(known) = self.inferred.get(&key) {
            return known;
        }
        if OPEN.with_borrow(|open| open.contains(&key)) {
            CYCLES.set(CYCLES.get() + 1);
            return Type::Unknown;
        }
        let cycles = CYCLES.get();
        OPEN.with_borrow_mut(|open| open.push(key));
        let found = deeper(|| self.infer_here(member)).flatten();
        let is_outermost = OPEN.with_borrow_mut(|open| {
            open.pop();
            open.is_empty()
        });
        // What was found without an answer that was not there yet is found again when it is.
        let is_whole = (CYCLES.get() == cycles && !is_deep()) || is_outermost;
        let found = found.unwrap_or(Type::Unknown);
        if is_whole { self.inferred.set(key, found) } else { found }
    }

    fn infer_here(&self, member: &Unstated<'_>) -> Option<Type> {
        let place = member.owner.place;
        let index = self.index(place)?;
        let row = self.rows(place, index.files_by_id(&[member.file])).pop()?;
        let text = self.rows(place, index.text(member.file));
        let uses = self.readers.read(&row.path, &text, member.name)?;
        let declared = || (member.owner.row().package.clone(), Language::Kotlin);
        let resolver = FileResolver::new(self, self.file(place, member.file, declared), &uses);
        let is_it = |at: u32| member.bytes.start <= at && at < member.bytes.end;
        // Members of an object in it may bear its name, and stand behind it.
        let values = uses.values.iter().filter(|one| is_it(one.bytes.start));
        let Some(value) = values.min_by_key(|one| one.bytes.start) else {
            // A body in braces that states no type gives nothing.
            let is_unit = member.is_function && uses.problem.is_none();
            return is_unit.then(|| self.named(place, "kotlin.Unit"));
        };
        Some(settled(&resolver, &resolver.type_of(value.value), member.variables))
    }
}

/// A type as others see it: type variables are those of the member, and what is local is what it extends.
fn settled(resolver: &FileResolver<'_>, of: &Type, variables: &[Variable]) -> Type {
    let again = |one: &Type| deeper(|| settled(resolver, one, variables)).unwrap_or(Type::Unknown);
    match of {
        Type::Variable(variable) if matches!(variable.owner, Owner::Scope(_)) => {
            let own = variables.iter().find(|own| own.name == variable.name);
            own.map_or(Type::Unknown, |own| Type::Variable(own.clone()))
        }
        _ if of.is_open() => Type::Unknown,
        Type::Variable(Variable { owner: Owner::Argument, bound: Some(bound), .. }) => again(bound),
        Type::Super(of) => Type::Super(Box::new(again(of))),
        Type::Variable(variable) if variable.owner == Owner::Intersection => {
            Type::intersection(variable.bounds().map(again).collect())
        }
        Type::Local(local) => resolver.above_local(local).first().map_or(Type::Unknown, again),
        Type::Class(class) => {
            let arguments = class.arguments.iter().map(again).collect();
            Type::Class(super::types::Class { info: Arc::clone(&class.info), arguments })
        }
        Type::Array(of) => Type::Array(Box::new(again(of))),
        Type::Function(of) => Type::Function(Arc::new(Function {
            receiver: of.receiver.as_ref().map(again),
            parameters: of.parameters.iter().map(again).collect(),
            returns: again(&of.returns),
        })),
        Type::Null => Type::Unknown,
        _ => of.clone(),
    }
}

impl FileResolver<'_> {
    /// What a function of Kotlin gives that states no type.
    pub fn inferred_of(&self, candidate: &Candidate) -> Type {
        let (Type::Class(class), Some(method)) = (&candidate.owner, &candidate.unstated) else { return Type::Unknown };
        let row = &method.row;
        let found = self.universe.inferred(&Unstated {
            owner: &class.info,
            file: row.file,
            name: row.name.trim_matches('`'),
            bytes: row.bytes,
            is_function: true,
            variables: &candidate.type_parameters,
        });
        found.with(&self.universe.bindings(class))
    }
}
