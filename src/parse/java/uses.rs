//! Java: where a file uses names, with the expressions those uses stand in.
//!
//! One walk over the whole tree, with the names of local variables at hand, turns what stands around each use into the model
//! of [`crate::model::uses`]. Members in which no wanted name stands are passed over. Damaged text gives what the grammar's
//! recovery leaves. It recurses in the depth of the input, up to a bound.

mod bodies;
mod docs;
mod expressions;
mod flow;
mod functions;
mod members;
mod syntax;
mod types;

use tree_sitter::Node;

use super::kinds::Reader;
use super::recover;
use crate::model::uses::{
    Expression, ExpressionId, FileUses, Form, Scope, ScopeId, ScopeKind, Subject, Target, TypeParameter, Use, UseKind,
    Wanted,
};
use crate::model::{ByteRange, Language};
use crate::parse::lexer::plain::Member;
use crate::parse::lexer::{self, reduced::Reduced};
use crate::parse::mentions::Mentions;
use crate::parse::needed;
use crate::parse::syntax::{self as shared, Source};
use syntax::{Child, Syntax};

/// How deep statements and expressions are followed: real code stays below 100, long chains of calls below 300.
const DEEPEST: u32 = 800;

/// Most uses that one file gives: what has more is generated, and nobody reads on.
const MOST_USES: usize = 20_000;

/// Most expressions kept of one file.
const MOST_EXPRESSIONS: usize = 400_000;

/// Where the names that are wanted are used in `text`.
#[must_use]
pub fn uses(path: &str, text: &str, wanted: &Wanted) -> FileUses {
    let problem = |problem: &str| FileUses { problem: Some(problem.to_owned()), ..FileUses::default() };
    if recover::has_too_many_dimensions(text) {
        return problem("an array of more dimensions than the 255 there can be: not parsed");
    }
    let wanted = &wanted.in_language(Language::Java);
    let shorter = Shorter::of(text, wanted);
    let Some(tree) = super::best_tree(&shorter.text) else { return problem("the parser gave up on this file") };
    let root = tree.root_node();
    let mut walker = Walker::new(&shorter.text, root, wanted);
    walker.file(path, root);
    let (mut found, too_deep) = walker.finish();
    for one in &mut found.uses {
        one.bytes = ByteRange { start: shorter.origin(one.bytes.start), end: shorter.origin(one.bytes.end) };
    }
    for scope in &mut found.scopes {
        if let ScopeKind::Local(local) = &mut scope.kind {
            local.bytes = ByteRange { start: shorter.origin(local.bytes.start), end: shorter.origin(local.bytes.end) };
        }
    }
    let source = Source::new(text);
    if let Some(at) = too_deep {
        let line = source.line(shorter.origin(at) as usize);
        found.problem.get_or_insert_with(|| format!("nested too deep near line {line}: not followed"));
    }
    if let (_, Some(first)) = shared::damage(root) {
        let first = shorter.origin(first as u32) as usize;
        found.problem.get_or_insert_with(|| shared::read_in_part(&source, first));
    }
    found
}

/// Names that are looked for in a text.
fn mentions(wanted: &Wanted) -> Mentions<'_> {
    let implied: &[&str] = if wanted.constructors { &["this", "super"] } else { &[] };
    Mentions::of(wanted.names.iter().map(String::as_str).chain(implied.iter().copied()))
}

/// A text without the members and bodies in which no wanted name stands, and without the comments between members: most of a
/// file, and of the time that parsing takes. What else a use needs of the file's own declarations, the index tells.
struct Shorter<'t> {
    file: &'t str,
    text: String,
    /// What was left out before a place of `text`: the place, and how many bytes up to there. In order.
    cuts: Vec<(u32, u32)>,
    /// How much of the file has been kept or left out.
    read: u32,
}

impl<'t> Shorter<'t> {
    fn of(file: &'t str, wanted: &Wanted) -> Self {
        let mut shorter = Self { file, text: String::with_capacity(file.len() / 2), cuts: Vec::new(), read: 0 };
        if let Some(reduced) = lexer::java::read(file).reduced {
            shorter.leave_out(&reduced, wanted);
        }
        shorter.text.push_str(&file[shorter.read as usize..]);
        shorter
    }

    fn leave_out(&mut self, reduced: &Reduced, wanted: &Wanted) {
        let mentions = mentions(wanted);
        let file = self.file;
        let is_mentioned = |bytes: ByteRange| mentions.stand_in(bytes.of(file).as_bytes());
        let reads_comments = wanted.docs || wanted.strings;
        let imports = reduced.imports.iter().map(|import| (import.bytes, true));
        let members = reduced.members.iter().map(Member::bytes).map(|bytes| (bytes, is_mentioned(bytes)));
        let mut declared: Vec<(ByteRange, bool)> = imports.chain(members).collect();
        declared.sort_unstable();
        let mut declared = declared.into_iter().peekable();
        for gap in reduced.gaps() {
            if reduced.is_body(gap) && !is_mentioned(gap) {
                self.cut(gap.start, gap.end);
            }
            let mut last = None;
            while let Some((bytes, is_kept)) = declared.next_if(|(bytes, _)| bytes.end <= gap.end) {
                if !reads_comments {
                    self.cut(last.unwrap_or(gap.start), bytes.start);
                }
                if !is_kept {
                    self.cut(bytes.start, bytes.end);
                }
                last = Some(bytes.end);
            }
            if let Some(last) = last.filter(|_| !reads_comments) {
                self.cut(last, gap.end);
            }
        }
    }

    /// Leaves out what stands from `start` to `end`, which comes after all that was left out before.
    fn cut(&mut self, start: u32, end: u32) {
        if start < self.read || start >= end {
            return;
        }
        self.text.push_str(ByteRange { start: self.read, end: start }.of(self.file));
        let before = self.cuts.last().map_or(0, |(_, left_out)| *left_out);
        self.cuts.push((self.text.len() as u32, before + (end - start)));
        self.read = end;
    }

    /// Where in the file a place of the shorter text is.
    fn origin(&self, at: u32) -> u32 {
        let before = self.cuts.partition_point(|(place, _)| *place <= at);
        at + before.checked_sub(1).map_or(0, |last| self.cuts[last].1)
    }
}

/// A place of a local variable's name that hides what stands behind it without being one.
const HIDDEN: ExpressionId = ExpressionId::MAX;

struct Walker<'t> {
    reader: Reader<'t>,
    wanted: &'t Wanted,
    mentions: Mentions<'t>,
    out: FileUses,
    scope: Option<ScopeId>,
    /// Names of local variables that are in sight, and what they stand for.
    locals: Vec<(&'t str, ExpressionId)>,
    /// What the operands of conditions bind where they are true, and where they are false.
    bound: flow::Names<'t>,
    /// What methods and lambdas around the current place return, innermost last.
    bodies: Vec<Body>,
    /// What switch expressions around the current place give.
    yields: Vec<Vec<ExpressionId>>,
    depth: u32,
    /// Where something was nested too deep.
    too_deep: Option<u32>,
}

/// The body of a method or lambda.
struct Body {
    /// What is expected of what it returns.
    target: Option<Target>,
    results: Vec<ExpressionId>,
}

impl<'t> Walker<'t> {
    fn new(text: &'t str, root: Node<'t>, wanted: &'t Wanted) -> Self {
        Self {
            reader: Reader::new(text, root),
            wanted,
            mentions: mentions(wanted),
            out: FileUses::default(),
            scope: None,
            locals: Vec::new(),
            bound: flow::Names::new(),
            bodies: Vec::new(),
            yields: Vec::new(),
            depth: 0,
            too_deep: None,
        }
    }

    fn text(&self, node: Node<'_>) -> &'t str {
        self.reader.slice(node)
    }

    /// Text on one line, annotations and comments left out.
    fn line(&self, node: Node<'t>) -> String {
        super::types::text_of(&self.reader, node)
    }

    /// The children of a node that say something: comments are left out.
    fn children(&self, node: Node<'t>) -> Vec<Child<'t>> {
        syntax::children(&self.reader, node)
    }

    /// Whether a wanted name may stand in a node.
    fn is_mentioned(&self, node: Node<'_>) -> bool {
        self.mentions.stand_in(self.text(node).as_bytes())
    }

    /// Runs `walk` one level deeper; not at all where that is too deep.
    fn deeper<T>(&mut self, node: Node<'t>, otherwise: T, walk: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= DEEPEST {
            self.too_deep.get_or_insert(node.start_byte() as u32);
            return otherwise;
        }
        self.depth += 1;
        let found = walk(self);
        self.depth -= 1;
        found
    }

    fn problem(&mut self, problem: String) {
        self.out.problem.get_or_insert(problem);
    }

    /// A new expression at the current place.
    fn expression_of(&mut self, form: Form) -> ExpressionId {
        let scope = self.scope;
        if self.out.expressions.len() >= MOST_EXPRESSIONS {
            self.problem("more expressions than are kept of one file".to_owned());
            return HIDDEN - 1;
        }
        self.out.expressions.push(Expression { scope, form });
        self.out.expressions.len() as ExpressionId - 1
    }

    fn unknown(&mut self) -> ExpressionId {
        self.expression_of(Form::Unknown)
    }

    /// Says what an expression is that was taken before it was known.
    fn set(&mut self, id: ExpressionId, form: Form) {
        if let Some(expression) = self.out.expressions.get_mut(id as usize) {
            expression.form = form;
        }
    }

    fn add_use(&mut self, node: Node<'_>, kind: UseKind, subject: Subject) {
        self.add_use_at(shared::bytes(&node.byte_range()), kind, self.scope, subject);
    }

    fn add_use_at(&mut self, bytes: ByteRange, kind: UseKind, scope: Option<ScopeId>, subject: Subject) {
        if self.out.uses.len() >= MOST_USES {
            self.problem(format!("more than {MOST_USES} uses: the rest is left out"));
            return;
        }
        self.out.uses.push(Use { bytes, kind, scope, subject });
    }

    /// Opens a scope in the current one.
    fn open_scope(&mut self, kind: ScopeKind) -> ScopeId {
        self.out.scopes.push(Scope { parent: self.scope, type_parameters: Vec::new(), kind });
        let id = self.out.scopes.len() as ScopeId - 1;
        self.scope = Some(id);
        id
    }

    /// Goes back to the scope around the current one; no local type stays in sight.
    fn close_scope(&mut self) {
        while let Some(scope) = self.scope.and_then(|id| self.out.scope(id)) {
            let is_behind = matches!(scope.kind, ScopeKind::InSight(_));
            self.scope = scope.parent;
            if !is_behind {
                return;
            }
        }
    }

    fn scope_kind(&mut self, id: ScopeId) -> Option<&mut ScopeKind> {
        self.out.scopes.get_mut(id as usize).map(|scope| &mut scope.kind)
    }

    fn set_type_parameters(&mut self, id: ScopeId, parameters: Vec<TypeParameter>) {
        if let Some(scope) = self.out.scopes.get_mut(id as usize) {
            scope.type_parameters = parameters;
        }
    }

    fn bind(&mut self, name: &'t str, value: ExpressionId) {
        self.locals.push((name, value));
    }

    /// What a local variable stands for.
    fn local(&self, name: &str) -> Option<ExpressionId> {
        let found = self.locals.iter().rev().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value).filter(|value| *value != HIDDEN)
    }

    /// Everything outside of types.
    fn file(&mut self, path: &str, root: Node<'t>) {
        let children = self.children(root);
        let has = |wanted: &[Syntax]| children.iter().any(|child| wanted.contains(&child.syntax));
        if has(&[Syntax::Method, Syntax::LocalVariable]) {
            // A compact source file: its members belong to a class that is not written. In a package there is none.
            let is_compact = !has(&[Syntax::Package, Syntax::Module]);
            let name = if is_compact { super::walk::name_of_file(path) } else { "" };
            self.open_scope(ScopeKind::Type(name.to_owned()));
        }
        self.declarations(root);
    }

    /// What was found: uses in the order of the text, and the expressions that they need.
    fn finish(self) -> (FileUses, Option<u32>) {
        let mut found = self.out;
        found.uses.sort_by_key(|one| (one.bytes.start, one.kind));
        found.uses.dedup();
        needed::keep(&mut found);
        (found, self.too_deep)
    }
}
