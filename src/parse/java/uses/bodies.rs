//! Statements: what they bind, and the expressions in them.

use tree_sitter::Node;

use super::syntax::{Child, Children, Syntax, fields};
use super::{Body, Walker};
use crate::model::uses::{ExpressionId, Form, Member, ScopeKind, Subject, Target, UseKind};

impl<'t> Walker<'t> {
    /// Whatever a node is: a declaration, a statement, a type or an expression.
    pub fn any(&mut self, node: Node<'t>) {
        self.deeper(node, (), |walker| walker.any_here(node));
    }

    fn any_here(&mut self, node: Node<'t>) {
        let syntax = Syntax::of(node);
        match syntax {
            Syntax::Mark | Syntax::Comment | Syntax::Jump => {}
            Syntax::Import => self.import(node),
            Syntax::Package | Syntax::Module => self.package_or_module(node),
            Syntax::ModuleUses => self.types_in(node, UseKind::Type),
            _ if syntax.is_type_declaration() => self.type_declaration(node, syntax, None),
            Syntax::TypeBody => self.declarations(node),
            Syntax::Method | Syntax::Element | Syntax::Constructor | Syntax::CompactConstructor => {
                self.method(node, syntax);
            }
            Syntax::Field => self.fields(node),
            // The grammar takes what stands outside of types for statements.
            Syntax::LocalVariable if self.is_in_type() => self.fields(node),
            Syntax::EnumConstant => self.enum_constant(node),
            Syntax::StaticInitializer => self.initializer(node),
            Syntax::Block if self.is_in_type() => self.initializer(node),
            Syntax::Modifiers => self.modifiers(node),
            Syntax::Annotation => self.annotation(node),
            Syntax::Superclass | Syntax::Throws | Syntax::TypeList | Syntax::TypeBound => {
                self.types_in(node, UseKind::Type);
            }
            Syntax::TypeParameters => drop(self.type_parameters(node)),
            Syntax::Parameters => drop(self.parameters(node)),
            _ if syntax.is_type() => drop(self.type_uses(node, UseKind::Type)),
            _ if self.statement(node, syntax) => {}
            _ => drop(self.binding(node, None)),
        }
    }

    fn package_or_module(&mut self, node: Node<'t>) {
        for child in self.children(node) {
            match child.syntax {
                Syntax::Annotation => self.annotation(child.node),
                Syntax::Mark | Syntax::Identifier | Syntax::ScopedIdentifier => {}
                _ => {
                    for directive in self.children(child.node) {
                        if directive.syntax == Syntax::ModuleUses {
                            self.types_in(directive.node, UseKind::Type);
                        }
                    }
                }
            }
        }
    }

    /// Whether the current place is directly in the body of a type.
    pub fn is_in_type(&self) -> bool {
        let scope = self.scope.and_then(|id| self.out.scope(id));
        scope.is_some_and(|scope| matches!(scope.kind, ScopeKind::Type(_) | ScopeKind::Local(_)))
    }

    fn initializer(&mut self, node: Node<'t>) {
        self.open_scope(ScopeKind::Member(Member::default()));
        self.bodies.push(Body { target: None, results: Vec::new() });
        if Syntax::of(node) == Syntax::StaticInitializer {
            self.all_in(node);
        } else {
            self.block(node);
        }
        self.bodies.pop();
        self.close_scope();
    }

    /// Everything in a node, with what it binds.
    fn all_in(&mut self, node: Node<'t>) {
        for child in self.children(node) {
            self.any(child.node);
        }
    }

    /// Everything in a node, whose names are not in sight behind it.
    fn block(&mut self, node: Node<'t>) {
        let (locals, scope) = (self.locals.len(), self.scope);
        self.all_in(node);
        self.locals.truncate(locals);
        self.scope = scope;
    }

    /// Takes a statement; false: it is none.
    fn statement(&mut self, node: Node<'t>, syntax: Syntax) -> bool {
        match syntax {
            Syntax::Try => self.guarded(node),
            Syntax::Block
            | Syntax::Catch
            | Syntax::Finally
            | Syntax::Synchronized
            | Syntax::ExpressionStatement
            | Syntax::Throw => self.block(node),
            Syntax::Assert => {
                for part in self.children(node).iter().filter(|child| child.syntax != Syntax::Mark) {
                    self.expression(part.node, None);
                }
            }
            Syntax::Error | Syntax::Resources => self.all_in(node),
            Syntax::LocalVariable => self.local_variables(node),
            Syntax::Labeled => {
                // The label is a name that nothing declares.
                for child in self.children(node).into_iter().skip(1) {
                    self.any(child.node);
                }
            }
            Syntax::If => self.condition(node),
            Syntax::While | Syntax::Do | Syntax::For => self.repeat(node),
            Syntax::ForEach => self.for_each(node),
            Syntax::Resource => self.resource(node),
            Syntax::CatchParameter => self.catch_parameter(node),
            Syntax::Return => self.give(node),
            Syntax::Yield => {
                if let Some(value) = self.children(node).iter().find(|child| child.syntax != Syntax::Mark) {
                    let value = self.expression(value.node, None);
                    if let Some(all) = self.yields.last_mut() {
                        all.push(value);
                    }
                }
            }
            Syntax::ExplicitConstructor => self.explicit_constructor(node),
            _ => return false,
        }
        true
    }

    fn local_variables(&mut self, node: Node<'t>) {
        let children = self.children(node);
        let Some(written) = children.field(fields().type_) else { return };
        if let Some(modifiers) = children.of_kind(Syntax::Modifiers) {
            self.modifiers(modifiers.node);
        }
        let modifiers = children.of_kind(Syntax::Modifiers).map_or("", |modifiers| self.text(modifiers.node));
        let is_final = modifiers.split_whitespace().any(|word| word == "final");
        let is_inferred = self.text(written.node) == "var";
        if !is_inferred {
            self.type_uses(written.node, UseKind::Type);
        }
        for declarator in children.iter().filter(|child| child.syntax == Syntax::Declarator) {
            let parts = self.children(declarator.node);
            let Some(name) = parts.field(fields().name) else { continue };
            let name = self.text(name.node);
            let value = parts.field(fields().value);
            if is_inferred {
                let value = value.map(|value| self.value(value.node, None));
                let value = value.unwrap_or_else(|| self.unknown());
                let is_variable = !is_final && self.is_number(value);
                let value = if is_variable { self.expression_of(Form::Typed("int".to_owned())) } else { value };
                self.bind(name, value);
            } else {
                let type_text = self.written(written.node, &parts);
                let is_constant = is_final && type_text == "int";
                let typed = self.expression_of(Form::Typed(type_text.clone()));
                self.bind(name, typed);
                if let Some(value) = value {
                    let value = self.value(value.node, Some(Target::Type(type_text)));
                    // A constant is its value: JLS 4.12.4.
                    if is_constant && self.is_number(value) {
                        self.bind(name, value);
                    }
                }
            }
        }
    }

    fn is_number(&self, value: ExpressionId) -> bool {
        matches!(self.out.expressions.get(value as usize).map(|one| &one.form), Some(Form::Number(_)))
    }

    fn for_each(&mut self, node: Node<'t>) {
        let locals = self.locals.len();
        let children = self.children(node);
        let (Some(written), Some(name), Some(value)) =
            (children.field(fields().type_), children.field(fields().name), children.field(fields().value))
        else {
            return self.block(node);
        };
        if let Some(modifiers) = children.of_kind(Syntax::Modifiers) {
            self.modifiers(modifiers.node);
        }
        let value = self.expression(value.node, None);
        let element = if self.text(written.node) == "var" {
            self.expression_of(Form::Element(value))
        } else {
            self.type_uses(written.node, UseKind::Type);
            let type_text = self.written(written.node, &children);
            self.expression_of(Form::Typed(type_text))
        };
        self.bind(self.text(name.node), element);
        if let Some(body) = children.field(fields().body) {
            self.any(body.node);
        }
        self.locals.truncate(locals);
    }

    /// `try`: what its resources name is in sight in its block alone.
    fn guarded(&mut self, node: Node<'t>) {
        let locals = self.locals.len();
        for child in self.children(node) {
            if matches!(child.syntax, Syntax::Catch | Syntax::Finally) {
                self.locals.truncate(locals);
            }
            self.any(child.node);
        }
        self.locals.truncate(locals);
    }

    fn resource(&mut self, node: Node<'t>) {
        let children = self.children(node);
        let (Some(written), Some(name), Some(value)) =
            (children.field(fields().type_), children.field(fields().name), children.field(fields().value))
        else {
            for child in children {
                self.expression(child.node, None);
            }
            return;
        };
        if let Some(modifiers) = children.of_kind(Syntax::Modifiers) {
            self.modifiers(modifiers.node);
        }
        let bound = if self.text(written.node) == "var" {
            self.expression(value.node, None)
        } else {
            self.type_uses(written.node, UseKind::Type);
            let type_text = self.written(written.node, &children);
            self.expression(value.node, Some(Target::Type(type_text.clone())));
            self.expression_of(Form::Typed(type_text))
        };
        self.bind(self.text(name.node), bound);
    }

    fn catch_parameter(&mut self, node: Node<'t>) {
        let children = self.children(node);
        if let Some(modifiers) = children.of_kind(Syntax::Modifiers) {
            self.modifiers(modifiers.node);
        }
        let Some(caught) = children.of_kind(Syntax::CatchType) else { return };
        let mut types = Vec::new();
        for one in self.children(caught.node) {
            if one.syntax == Syntax::Mark {
                continue;
            }
            self.type_uses(one.node, UseKind::Type);
            let type_text = self.line(one.node);
            types.push(self.expression_of(Form::Typed(type_text)));
        }
        let value = match &types[..] {
            [only] => *only,
            _ => self.expression_of(Form::OneOf(types)),
        };
        if let Some(name) = children.field(fields().name) {
            self.bind(self.text(name.node), value);
        }
    }

    /// `return`: its value is a result of the body around it.
    fn give(&mut self, node: Node<'t>) {
        let target = self.bodies.last().and_then(|body| body.target.clone());
        let Some(value) = self.children(node).into_iter().find(|child| child.syntax != Syntax::Mark) else { return };
        let value = self.expression(value.node, target);
        if let Some(body) = self.bodies.last_mut() {
            body.results.push(value);
        }
    }

    fn explicit_constructor(&mut self, node: Node<'t>) {
        let children = self.children(node);
        let Some(keyword) = children.field(fields().constructor) else { return };
        if let Some(outer) = children.field(fields().object) {
            self.expression(outer.node, None);
        }
        let is_this = keyword.syntax == Syntax::This;
        let receiver = self.expression_of(if is_this { Form::This(None) } else { Form::Super(None) });
        let call = self.call_of(Some(receiver), "<init>", &children, None);
        if self.wanted.constructors {
            self.add_use(keyword.node, UseKind::Call, Subject::Expression(call));
        }
    }

    /// A switch, as a statement or an expression: what it gives.
    pub fn switch(&mut self, node: Node<'t>, target: Option<&Target>) -> ExpressionId {
        let children = self.children(node);
        let subject = match children.field(fields().condition) {
            Some(condition) => self.expression(condition.node, None),
            None => self.unknown(),
        };
        self.yields.push(Vec::new());
        if let Some(body) = children.field(fields().body) {
            let (locals, scope) = (self.locals.len(), self.scope);
            for group in self.children(body.node) {
                match group.syntax {
                    Syntax::SwitchRule => self.switch_rule(group.node, subject, target),
                    Syntax::SwitchGroup => {
                        let before = self.locals.len();
                        let children = self.children(group.node);
                        let (labels, rest): (Vec<_>, Vec<_>) =
                            children.into_iter().partition(|child| child.syntax == Syntax::SwitchLabel);
                        for label in labels {
                            self.label_or_any(label, subject);
                        }
                        let bound = before..self.locals.len();
                        for child in rest {
                            self.any(child.node);
                        }
                        // Variables of statements are in sight in the next group, their types and what patterns bind are not.
                        self.locals.drain(bound);
                        self.scope = scope;
                    }
                    _ => self.any(group.node),
                }
            }
            self.locals.truncate(locals);
            self.scope = scope;
        }
        let results = self.yields.pop().unwrap_or_default();
        self.expression_of(Form::OneOf(results))
    }

    fn switch_rule(&mut self, node: Node<'t>, subject: ExpressionId, target: Option<&Target>) {
        let locals = self.locals.len();
        for child in self.children(node) {
            if child.syntax == Syntax::ExpressionStatement {
                if let Some(value) = self.children(child.node).into_iter().find(|child| child.syntax != Syntax::Mark) {
                    let value = self.expression(value.node, target.cloned());
                    if let Some(all) = self.yields.last_mut() {
                        all.push(value);
                    }
                }
            } else {
                self.label_or_any(child, subject);
            }
        }
        self.locals.truncate(locals);
    }

    fn label_or_any(&mut self, child: Child<'t>, subject: ExpressionId) {
        if child.syntax != Syntax::SwitchLabel {
            return self.any(child.node);
        }
        for part in self.children(child.node) {
            match part.syntax {
                Syntax::Mark => {}
                Syntax::Pattern => self.patterns_in(part.node, subject),
                Syntax::Guard => self.all_in(part.node),
                Syntax::Identifier if self.local(self.text(part.node)).is_none() => {
                    let name = self.text(part.node);
                    if self.wanted.holds(name) {
                        let form = Form::Constant { of: subject, name: name.to_owned() };
                        let constant = self.expression_of(form);
                        self.add_use(part.node, UseKind::Read, Subject::Expression(constant));
                    }
                }
                _ => drop(self.expression(part.node, None)),
            }
        }
    }

    fn patterns_in(&mut self, node: Node<'t>, of: ExpressionId) {
        for child in self.children(node) {
            self.pattern(child.node, of);
        }
    }

    /// The patterns that the components of a record are matched with.
    fn components_in(&mut self, node: Node<'t>, record: ExpressionId) {
        let patterns = self.children(node).into_iter().filter(|child| child.syntax != Syntax::Mark);
        for (number, pattern) in (0..).zip(patterns) {
            let component = self.expression_of(Form::Component { of: record, number });
            self.pattern(pattern.node, component);
        }
    }

    /// A pattern that a value is matched with: the types it names and the variables it binds.
    pub fn pattern(&mut self, node: Node<'t>, of: ExpressionId) {
        self.deeper(node, (), |walker| walker.pattern_here(node, of));
    }

    fn pattern_here(&mut self, node: Node<'t>, of: ExpressionId) {
        match Syntax::of(node) {
            Syntax::TypePattern | Syntax::RecordPatternComponent => {
                let children = self.children(node);
                let mut types = children.iter().filter(|child| child.syntax.is_type());
                let written = types.next();
                if let Some(modifiers) = children.of_kind(Syntax::Modifiers) {
                    self.modifiers(modifiers.node);
                }
                let Some(written) = written else { return };
                let type_text = self.text(written.node);
                let value = if type_text == "var" {
                    of
                } else {
                    self.type_uses(written.node, UseKind::Type);
                    let type_text = self.line(written.node);
                    self.expression_of(Form::Typed(type_text))
                };
                if let Some(name) = children.iter().rfind(|child| child.syntax == Syntax::Identifier) {
                    self.bind(self.text(name.node), value);
                }
            }
            Syntax::RecordPattern => {
                let mut matched = of;
                for child in self.children(node) {
                    if child.syntax == Syntax::RecordPatternBody {
                        self.components_in(child.node, matched);
                    } else if child.syntax != Syntax::Mark {
                        self.type_uses(child.node, UseKind::Type);
                        matched = self.expression_of(Form::Matched { of, type_text: self.line(child.node) });
                    }
                }
            }
            Syntax::Pattern => self.patterns_in(node, of),
            _ => {}
        }
    }
}
