//! Kotlin: where a file uses names, with the expressions those uses stand in.
//!
//! The text is mended as for declarations, but nothing is cut; one walk over that tree, with the names of local variables at
//! hand, turns what stands around each use into the model of [`crate::model::uses`]. Annotations and doc comments are read
//! from the tokens, because the tree has not all of them. Every position is one of the original text. Members in which no
//! wanted name stands are passed over. It recurses in the depth of the input, up to a bound.

mod annotations;
mod assignments;
mod calls;
mod casts;
mod contexts;
mod declarations;
mod docs;
mod expressions;
mod lambdas;
mod locals;
mod mend;
mod operands;
mod operators;
mod parentheses;
mod properties;
mod statements;
mod types;

use std::borrow::Cow;

use tree_sitter::Node;

use super::attempt::Attempt;
use super::budget::Budget;
use super::oneline::one_line_type;
use super::outline::Outline;
use super::prefix::unquoted;
use super::rewrite::Rewrite;
use super::templates::Templates;
use super::tokens::Tokens;
use super::{DEEPEST_TEMPLATE, MOST_DOLLARS, TOO_COSTLY, is_script};
use crate::model::uses::{
    Expression, ExpressionId, FileUses, Form, Scope, ScopeId, ScopeKind, Subject, Target, TypeParameter, Use, UseKind,
    Wanted,
};
use crate::model::{ByteRange, Language};
use crate::parse::mentions::Mentions;
use crate::parse::syntax::{Source, read_in_part};
use crate::parse::{LARGEST_PARSED, needed};

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
    if text.len() > LARGEST_PARSED {
        return problem(&format!("not parsed: larger than {LARGEST_PARSED} bytes"));
    }
    let tokens = Tokens::of(text);
    if tokens.template_depth > DEEPEST_TEMPLATE || tokens.longest_dollars > MOST_DOLLARS {
        return problem("not parsed: string templates nested too deep");
    }
    let outline = Outline::of(&tokens, false);
    let templates = Templates::of(&tokens);
    let Some(attempt) = best_attempt(path, &tokens, &outline, &templates) else { return problem(TOO_COSTLY) };
    let wanted = &wanted.in_language(Language::Kotlin);
    let mut walker = Walker::new(&tokens, &outline, &templates, &attempt.rewrite, wanted);
    walker.imports();
    walker.file(&attempt);
    walker.annotations();
    walker.docs();
    let mut found = walker.finish();
    if let Some(error) = attempt.first_error.or(tokens.unbalanced) {
        found.problem.get_or_insert_with(|| read_in_part(&Source::new(text), error as usize));
    }
    found
}

/// The parse that loses least: with all declarations in a class, as nearly every file wants it, else as it is.
fn best_attempt(path: &str, tokens: &Tokens, outline: &Outline, templates: &Templates) -> Option<Attempt> {
    let text = tokens.text;
    let mut budget = Budget::of(text.len());
    let edits = mend::edits(tokens, outline, templates);
    let wrapped = outline.first_declaration.filter(|_| !is_script(path));
    let first = Attempt::new(text, edits.clone(), wrapped, &mut budget)?;
    if first.lost == 0 || wrapped.is_none() {
        return Some(first);
    }
    match Attempt::new(text, edits, None, &mut budget) {
        Some(second) if second.lost < first.lost => Some(second),
        _ => Some(first),
    }
}

/// What a walk has at hand and what it has found.
struct Walker<'t> {
    tokens: &'t Tokens<'t>,
    outline: &'t Outline,
    templates: &'t Templates<'t>,
    rewrite: &'t Rewrite,
    wanted: &'t Wanted,
    mentions: Mentions<'t>,
    /// Names that imports give here to wanted ones.
    aliases: Vec<&'t str>,
    out: FileUses,
    scope: Option<ScopeId>,
    /// Names of local variables and functions in sight, and what they stand for.
    locals: Vec<(&'t str, ExpressionId)>,
    /// What variables are known to be more than declared, by tests around the current place; none: no more.
    casts: Vec<(Cow<'t, str>, Option<ExpressionId>)>,
    /// What is expected of what functions around the current place return, innermost last.
    returns: Vec<Option<Target>>,
    /// The name of the function to which what is walked is given: a label of a lambda.
    callee: &'t str,
    /// Lambdas around the current place, innermost last.
    lambdas: Vec<lambdas::Labelled<'t>>,
    /// Calls with arguments on what need not be named or on `this`, that are given no lambda.
    unqualified: Vec<ExpressionId>,
    /// Where types stand in the text.
    ranges: Vec<(ByteRange, ScopeId)>,
    /// Where in `locals` the parameters of the constructor around the current place are: only initialisers see them.
    parameters: std::ops::Range<usize>,
    depth: u32,
}

impl<'t> Walker<'t> {
    fn new(
        tokens: &'t Tokens<'t>,
        outline: &'t Outline,
        templates: &'t Templates<'t>,
        rewrite: &'t Rewrite,
        wanted: &'t Wanted,
    ) -> Self {
        let mut names: Vec<&str> = wanted.names.iter().map(String::as_str).collect();
        if wanted.constructors {
            names.extend(["this", "super"]);
        }
        if wanted.operators {
            for sign in operators::signs(wanted) {
                names.push(sign);
            }
        }
        Self {
            tokens,
            outline,
            templates,
            rewrite,
            wanted,
            mentions: Mentions::of(names),
            aliases: Vec::new(),
            out: FileUses::default(),
            scope: None,
            locals: Vec::new(),
            casts: Vec::new(),
            returns: Vec::new(),
            unqualified: Vec::new(),
            callee: "",
            lambdas: Vec::new(),
            ranges: Vec::new(),
            parameters: 0..0,
            depth: 0,
        }
    }

    /// The text of a name, back-ticks left out.
    fn name(&self, node: Node<'_>) -> &'t str {
        unquoted(self.code(node))
    }

    /// The text of a node as the grammar got it.
    fn code(&self, node: Node<'_>) -> &'t str {
        self.rewrite.text().get(node.byte_range()).unwrap_or("")
    }

    /// The place of a node in the original.
    fn bytes(&self, node: Node<'_>) -> ByteRange {
        let (start, end) = self.rewrite.original_range(node.start_byte(), node.end_byte());
        ByteRange { start, end }
    }

    /// A type on one line as the original has it, annotations and comments left out.
    fn written(&self, node: Node<'_>) -> String {
        let bytes = self.bytes(node);
        let tokens = self.tokens_at(bytes.start);
        one_line_type(tokens, tokens.at_or_after(bytes.start), tokens.at_or_after(bytes.end))
    }

    /// The tokens that a place in code is among: those of the template it is in, or of the whole text.
    fn tokens_at(&self, offset: u32) -> &'t Tokens<'t> {
        self.templates.around(offset).unwrap_or(self.tokens)
    }

    /// Whether a wanted name may stand in a node.
    fn is_mentioned(&self, node: Node<'_>) -> bool {
        self.mentions.stand_in(self.code(node).as_bytes()) || self.is_mentioned_in_contexts(node)
    }

    /// Runs `walk` one level deeper; not at all where that is too deep.
    fn deeper<T>(&mut self, node: Node<'_>, otherwise: T, walk: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= DEEPEST {
            let line = Source::new(self.tokens.text).line(self.bytes(node).start as usize);
            self.problem(format!("nested too deep near line {line}: not followed"));
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
            return ExpressionId::MAX;
        }
        self.out.expressions.push(Expression { scope, form });
        self.out.expressions.len() as ExpressionId - 1
    }

    fn unknown(&mut self) -> ExpressionId {
        self.expression_of(Form::Unknown)
    }

    fn typed(&mut self, text: impl Into<String>) -> ExpressionId {
        self.expression_of(Form::Typed(text.into()))
    }

    /// Says what an expression is that was taken before it was known.
    fn set(&mut self, id: ExpressionId, form: Form) {
        if let Some(expression) = self.out.expressions.get_mut(id as usize) {
            expression.form = form;
        }
    }

    /// Takes a use of the name at `node`, where that name is wanted.
    fn use_name(&mut self, node: Node<'_>, kind: UseKind, subject: impl FnOnce() -> Subject) {
        let name = self.name(node);
        if self.wanted.holds(name) || self.aliases.contains(&name) {
            self.add_use(self.bytes(node), kind, self.scope, subject());
        }
    }

    fn add_use(&mut self, bytes: ByteRange, kind: UseKind, scope: Option<ScopeId>, subject: Subject) {
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

    /// Goes back to the scope around the current one.
    fn close_scope(&mut self) {
        let parent = self.scope.and_then(|id| self.out.scope(id)).and_then(|scope| scope.parent);
        self.scope = parent;
    }

    fn set_type_parameters(&mut self, id: ScopeId, parameters: Vec<TypeParameter>) {
        if let Some(scope) = self.out.scopes.get_mut(id as usize) {
            scope.type_parameters = parameters;
        }
    }

    fn bind(&mut self, name: &'t str, value: ExpressionId) {
        self.forget(name);
        self.locals.push((name, value));
    }

    /// What a local variable or function stands for.
    fn local(&self, name: &str) -> Option<ExpressionId> {
        self.locals.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// Runs `walk`; what it binds is out of sight behind it.
    fn apart<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        let (locals, casts, scope) = (self.locals.len(), self.casts.len(), self.scope);
        let found = walk(self);
        self.locals.truncate(locals);
        self.casts.truncate(casts);
        self.scope = scope;
        found
    }

    fn file(&mut self, attempt: &'t Attempt) {
        for node in super::kinds::children(attempt.tree.root_node()) {
            if attempt.wrapper == Some(node.start_byte()) && node.kind() == "class_declaration" {
                for body in super::kinds::children(node).into_iter().filter(|part| part.kind() != "type_identifier") {
                    self.members(body);
                }
            } else {
                self.member_or_statement(node);
            }
        }
    }

    /// What was found, uses in the order of the text.
    fn finish(self) -> FileUses {
        let mut found = self.out;
        found.uses.sort_by_key(|one| (one.bytes.start, one.kind));
        found.uses.dedup();
        needed::keep(&mut found);
        found
    }
}
