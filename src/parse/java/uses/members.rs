//! Declarations: types, and the members that uses stand in.

use tree_sitter::Node;

use super::syntax::{Child, Children, Syntax, fields};
use super::{Body, HIDDEN, Walker};
use crate::model::uses::{
    ExpressionId, Form, LocalField, LocalMethod, LocalType, Member, New, ScopeId, ScopeKind, Subject, Target,
    TypeParameter, UseKind,
};
use crate::parse::syntax::bytes;

impl<'t> Walker<'t> {
    /// Declarations one after the other: those of a file or of a body, and what a damaged text has between them.
    pub fn declarations(&mut self, node: Node<'t>) {
        self.deeper(node, (), |walker| {
            let mut doc = None;
            for part in walker.reader.parts(node).iter() {
                let syntax = Syntax::of(part.node);
                if syntax == Syntax::Comment {
                    doc = walker.doc_of_next(part.node, doc);
                    continue;
                }
                if syntax != Syntax::Mark {
                    walker.declaration(part.node, syntax, doc.take());
                }
            }
        });
    }

    /// One declaration, with the doc comment before it.
    fn declaration(&mut self, node: Node<'t>, syntax: Syntax, doc: Option<Node<'t>>) {
        if syntax.is_type_declaration() {
            // What no index knows is there for what names it, whatever is in it.
            if doc.is_some() || self.is_local() || self.is_mentioned(node) {
                self.type_declaration(node, syntax, doc);
            }
            return;
        }
        if let Some(doc) = doc {
            self.doc(doc);
        }
        // A constant calls a constructor without naming it, and may be a class.
        if self.is_mentioned(node)
            || (syntax == Syntax::EnumConstant && (self.wanted.constructors || self.wanted.subtypes))
        {
            self.any(node);
        }
    }

    /// Whether the current place is inside a body, so that no index knows what is declared here.
    fn is_local(&self) -> bool {
        let mut at = self.scope;
        while let Some(scope) = at.and_then(|id| self.out.scope(id)) {
            match scope.kind {
                ScopeKind::Type(_) => at = None,
                ScopeKind::Local(_) | ScopeKind::Member(_) => return true,
                ScopeKind::Lambda(_) | ScopeKind::Known(_) | ScopeKind::Header(_) | ScopeKind::InSight(_) => {
                    at = scope.parent;
                }
            }
        }
        false
    }

    /// A type, wherever it is declared.
    pub fn type_declaration(&mut self, node: Node<'t>, syntax: Syntax, doc: Option<Node<'t>>) {
        let children = self.children(node);
        let Some(name_node) = children.field(fields().name).map(|name| name.node) else { return };
        let name = self.text(name_node);
        let kind = if self.is_local() {
            let bytes = bytes(&name_node.byte_range());
            ScopeKind::Local(LocalType { bytes, ..self.local_type(Some(name), syntax, &children) })
        } else {
            let around = self.scope.and_then(|id| self.out.scope(id));
            ScopeKind::Type(match around.map(|scope| &scope.kind) {
                Some(ScopeKind::Type(outer)) if !outer.is_empty() => format!("{outer}.{name}"),
                _ => name.to_owned(),
            })
        };
        let is_local = matches!(kind, ScopeKind::Local(_));
        let is_statement = is_local && !self.is_in_type();
        // Its own header has it in sight as well.
        let around = if is_statement { Some(self.open_scope(ScopeKind::InSight(0))) } else { self.scope };
        let parameters = self.header(&kind, &children);
        let scope = self.open_scope(kind);
        if is_local {
            self.register_local(around, scope);
        }
        let locals = self.locals.len();
        if is_local {
            self.hide_fields(scope);
        }
        if let Some(doc) = doc {
            self.doc(doc);
        }
        self.set_type_parameters(scope, parameters);
        for child in &children {
            match child.syntax {
                Syntax::Parameters => {
                    // The components of a record are its fields.
                    let before = self.locals.len();
                    self.parameters(child.node);
                    self.locals.truncate(before);
                }
                Syntax::TypeBody => self.declarations(child.node),
                Syntax::Error => self.any(child.node),
                _ => {}
            }
        }
        self.locals.truncate(locals);
        self.close_scope();
    }

    /// The header of a type, in which its members are not in sight; gives its type parameters.
    fn header(&mut self, kind: &ScopeKind, children: &[Child<'t>]) -> Vec<TypeParameter> {
        let path = if let ScopeKind::Type(path) = kind { path.clone() } else { String::new() };
        let scope = self.open_scope(ScopeKind::Header(path));
        let mut parameters = Vec::new();
        if let Some(list) = children.of_kind(Syntax::TypeParameters) {
            parameters = self.type_parameters(list.node);
            self.set_type_parameters(scope, parameters.clone());
        }
        for child in children {
            match child.syntax {
                Syntax::Modifiers => self.modifiers(child.node),
                Syntax::Superclass => self.clause(child.node, UseKind::Extends),
                Syntax::Permits => self.clause(child.node, UseKind::Type),
                _ => {}
            }
        }
        self.close_scope();
        parameters
    }

    /// `extends A`, `implements B, C`.
    fn clause(&mut self, node: Node<'t>, kind: UseKind) {
        for child in self.children(node) {
            match child.syntax {
                Syntax::Mark => {}
                Syntax::TypeList => self.types_in(child.node, kind),
                _ => drop(self.type_uses(child.node, kind)),
            }
        }
    }

    /// Lets the scope around a local type know of it: the local type that it is a member of, or where it is in sight.
    fn register_local(&mut self, around: Option<ScopeId>, local: ScopeId) {
        match around.and_then(|id| self.scope_kind(id)) {
            Some(ScopeKind::Local(outer)) => outer.types.push(local),
            Some(ScopeKind::InSight(of)) => *of = local,
            _ => {}
        }
    }

    /// In the body of a local type its fields hide local variables of the same name.
    fn hide_fields(&mut self, scope: ScopeId) {
        let Some(ScopeKind::Local(local)) = self.out.scope(scope).map(|scope| &scope.kind) else { return };
        let names: Vec<String> = local.fields.iter().map(|field| field.name.clone()).collect();
        let hidden: Vec<&'t str> =
            self.locals.iter().map(|(name, _)| *name).filter(|known| names.iter().any(|name| name == known)).collect();
        self.locals.extend(hidden.into_iter().map(|name| (name, HIDDEN)));
    }

    /// What a type in a body declares.
    fn local_type(&mut self, name: Option<&str>, syntax: Syntax, children: &[Child<'t>]) -> LocalType {
        let mut local = LocalType { name: name.map(str::to_owned), ..LocalType::default() };
        for child in children {
            match child.syntax {
                Syntax::Superclass => self.written_types(child.node, &mut local.supertypes),
                Syntax::Parameters => {
                    for (name, type_text) in self.parameter_list(child.node) {
                        local.methods.push(LocalMethod {
                            name: name.to_owned(),
                            parameters: Vec::new(),
                            return_type: Some(type_text.clone()),
                            is_static: false,
                        });
                        local.fields.push(LocalField { name: name.to_owned(), type_text: Some(type_text) });
                    }
                }
                Syntax::TypeBody => self.local_members(child.node, &mut local),
                _ => {}
            }
        }
        match syntax {
            Syntax::Enum => local.supertypes.push(format!("java.lang.Enum<{}>", name.unwrap_or("?"))),
            Syntax::Record => local.supertypes.push("java.lang.Record".to_owned()),
            _ => {}
        }
        local
    }

    fn local_members(&mut self, body: Node<'t>, local: &mut LocalType) {
        for member in self.children(body) {
            let children = self.children(member.node);
            match member.syntax {
                Syntax::Method | Syntax::Constructor => {
                    let Some(name) = children.field(fields().name) else { continue };
                    let parameters = children.of_kind(Syntax::Parameters).map(|list| self.parameter_list(list.node));
                    let is_method = member.syntax == Syntax::Method;
                    let modifiers = children.of_kind(Syntax::Modifiers);
                    let modifiers = modifiers.map_or("", |modifiers| self.text(modifiers.node));
                    local.methods.push(LocalMethod {
                        name: if is_method { self.text(name.node).to_owned() } else { "<init>".to_owned() },
                        parameters: parameters.into_iter().flatten().map(|(_, text)| text).collect(),
                        return_type: children
                            .field(fields().type_)
                            .filter(|_| is_method)
                            .map(|written| self.written(written.node, &children)),
                        is_static: modifiers.split_whitespace().any(|word| word == "static"),
                    });
                }
                Syntax::Field => {
                    let Some(written) = children.field(fields().type_) else { continue };
                    for declarator in children.iter().filter(|child| child.syntax == Syntax::Declarator) {
                        let parts = self.children(declarator.node);
                        let Some(name) = parts.field(fields().name) else { continue };
                        let type_text = Some(self.written(written.node, &parts));
                        local.fields.push(LocalField { name: self.text(name.node).to_owned(), type_text });
                    }
                }
                Syntax::EnumConstant => {
                    let Some(name) = children.field(fields().name) else { continue };
                    let type_text = local.name.clone();
                    local.fields.push(LocalField { name: self.text(name.node).to_owned(), type_text });
                }
                Syntax::TypeBody => self.local_members(member.node, local),
                _ => {}
            }
        }
    }

    /// A type as written, with the dimensions that stand behind a name.
    pub fn written(&self, type_node: Node<'t>, of_name: &[Child<'t>]) -> String {
        let dimensions = of_name.field(fields().dimensions).map(|dimensions| self.line(dimensions.node));
        self.line(type_node) + &dimensions.unwrap_or_default()
    }

    fn written_types(&self, clause: Node<'t>, into: &mut Vec<String>) {
        for child in self.children(clause) {
            match child.syntax {
                Syntax::Mark => {}
                Syntax::TypeList => self.written_types(child.node, into),
                _ => into.push(self.line(child.node)),
            }
        }
    }

    /// Names and types of a parameter list.
    fn parameter_list(&self, list: Node<'t>) -> Vec<(&'t str, String)> {
        let parameters = self.children(list).into_iter();
        parameters.filter_map(|child| self.parameter_of(child)).map(|(name, text, _)| (self.text(name), text)).collect()
    }

    /// The name of a parameter, its type as written, and the node of that.
    fn parameter_of(&self, child: Child<'t>) -> Option<(Node<'t>, String, Node<'t>)> {
        let children = self.children(child.node);
        let written = children.field(fields().type_)?.node;
        match child.syntax {
            Syntax::Parameter => {
                let name = children.field(fields().name)?.node;
                Some((name, self.written(written, &children), written))
            }
            Syntax::SpreadParameter => {
                let declarator = self.children(children.of_kind(Syntax::Declarator)?.node);
                let name = declarator.field(fields().name)?.node;
                Some((name, self.written(written, &declarator) + "...", written))
            }
            _ => None,
        }
    }

    /// Takes the uses in a parameter list and binds its names; gives the types as written.
    pub fn parameters(&mut self, list: Node<'t>) -> Vec<String> {
        let mut types = Vec::new();
        for child in self.children(list) {
            if child.syntax == Syntax::Mark {
                continue;
            }
            for part in self.children(child.node) {
                match part.syntax {
                    Syntax::Modifiers => self.modifiers(part.node),
                    Syntax::Annotation => self.annotation(part.node),
                    _ => {}
                }
            }
            let Some((name, text, written)) = self.parameter_of(child) else { continue };
            self.type_uses(written, UseKind::Type);
            let value = text.strip_suffix("...").map_or_else(|| text.clone(), |element| format!("{element}[]"));
            let value = self.expression_of(Form::Typed(value));
            self.bind(self.text(name), value);
            types.push(text);
        }
        types
    }

    /// A method, constructor or annotation element.
    pub fn method(&mut self, node: Node<'t>, syntax: Syntax) {
        let children = self.children(node);
        let Some(name) = children.field(fields().name) else { return };
        let text = self.text(name.node);
        let is_constructor = matches!(syntax, Syntax::Constructor | Syntax::CompactConstructor);
        let written = children.field(fields().type_);
        let scope = self.open_scope(ScopeKind::Member(Member {
            name: Some(if is_constructor { "<init>".to_owned() } else { text.to_owned() }),
            parameters: Some(Vec::new()),
            ..Member::default()
        }));
        let locals = self.locals.len();
        if let Some(list) = children.of_kind(Syntax::TypeParameters) {
            let parameters = self.type_parameters(list.node);
            self.set_type_parameters(scope, parameters);
        }
        let mut modifiers = "";
        for child in children.iter().filter(|child| child.node.start_byte() < name.node.start_byte()) {
            match child.syntax {
                Syntax::Modifiers => {
                    modifiers = self.text(child.node);
                    self.modifiers(child.node);
                }
                Syntax::Annotation => self.annotation(child.node),
                _ => {}
            }
        }
        if let Some(written) = written {
            self.type_uses(written.node, UseKind::Type);
        }
        let list = children.of_kind(Syntax::Parameters);
        let types = list.map(|list| self.parameters(list.node)).unwrap_or_default();
        if let Some(ScopeKind::Member(member)) = self.scope_kind(scope) {
            member.parameters = Some(types.clone());
        }
        if syntax == Syntax::Method && self.wanted.holds(text) {
            let is_static = modifiers.split_whitespace().any(|word| word == "static");
            self.add_use(
                name.node,
                UseKind::Override,
                Subject::Declaration { parameters: types, is_static, is_property: false },
            );
        }
        if syntax == Syntax::CompactConstructor {
            self.bind_components(node);
        }
        let target = written.map(|written| Target::Type(self.written(written.node, &children)));
        self.bodies.push(Body { target, results: Vec::new() });
        for child in &children {
            match child.syntax {
                Syntax::Throws => self.types_in(child.node, UseKind::Type),
                Syntax::Block | Syntax::Error => self.any(child.node),
                _ if child.field == Some(fields().value) => self.any(child.node),
                _ => {}
            }
        }
        self.bodies.pop();
        self.locals.truncate(locals);
        self.close_scope();
    }

    /// In a compact constructor the record's components are parameters.
    fn bind_components(&mut self, constructor: Node<'t>) {
        let record = constructor.parent().and_then(|body| body.parent());
        let Some(record) = record.filter(|node| Syntax::of(*node) == Syntax::Record) else { return };
        let Some(list) = self.children(record).of_kind(Syntax::Parameters) else { return };
        for (name, text) in self.parameter_list(list.node) {
            let value = text.strip_suffix("...").map_or_else(|| text.clone(), |element| format!("{element}[]"));
            let value = self.expression_of(Form::Typed(value));
            self.bind(name, value);
        }
    }

    /// Fields that one declaration declares.
    pub fn fields(&mut self, node: Node<'t>) {
        let children = self.children(node);
        let Some(written) = children.field(fields().type_) else { return };
        for child in &children {
            match child.syntax {
                Syntax::Modifiers => self.modifiers(child.node),
                Syntax::Declarator => {
                    let parts = self.children(child.node);
                    let name = parts.field(fields().name).map(|name| self.text(name.node).to_owned());
                    self.open_scope(ScopeKind::Member(Member { name, ..Member::default() }));
                    if let Some(value) = parts.field(fields().value) {
                        let target = Target::Type(self.written(written.node, &parts));
                        self.value(value.node, Some(target));
                    }
                    self.close_scope();
                }
                _ if child.field == Some(fields().type_) => drop(self.type_uses(child.node, UseKind::Type)),
                _ => {}
            }
        }
    }

    /// A constant of an enum: a call of a constructor, perhaps with a body.
    pub fn enum_constant(&mut self, node: Node<'t>) {
        let children = self.children(node);
        let Some(name) = children.field(fields().name) else { return };
        let around = self.scope.and_then(|id| self.out.scope(id)).map(|scope| &scope.kind);
        let type_text = match around {
            Some(ScopeKind::Type(path)) => path.rsplit('.').next().unwrap_or(path).to_owned(),
            Some(ScopeKind::Local(LocalType { name: Some(name), .. })) => name.clone(),
            _ => return,
        };
        let member = Member { name: Some(self.text(name.node).to_owned()), ..Member::default() };
        self.open_scope(ScopeKind::Member(member));
        let new = self.unknown();
        let arguments = children.field(fields().arguments);
        let arguments = arguments.map(|list| self.arguments(list.node, new)).unwrap_or_default();
        for child in &children {
            if child.syntax == Syntax::Modifiers {
                self.modifiers(child.node);
            }
        }
        let body = children.field(fields().body).map(|body| self.anonymous(body.node, &type_text, None, name.node));
        self.set(new, Form::New(New { outer: None, type_text, arguments, named: Vec::new(), body, target: None }));
        if self.wanted.constructors {
            self.add_use(name.node, UseKind::New, Subject::Expression(new));
        }
        self.close_scope();
    }

    /// The body of an anonymous class, which is made of what stands at `made`, a member type of `outer` where one is given.
    pub fn anonymous(
        &mut self,
        body: Node<'t>,
        supertype: &str,
        outer: Option<ExpressionId>,
        made: Node<'t>,
    ) -> ScopeId {
        let bytes = bytes(&made.byte_range());
        let mut local = LocalType { bytes, supertypes: vec![supertype.to_owned()], outer, ..LocalType::default() };
        self.local_members(body, &mut local);
        let scope = self.open_scope(ScopeKind::Local(local));
        let locals = self.locals.len();
        self.hide_fields(scope);
        let bodies = std::mem::take(&mut self.bodies);
        let yields = std::mem::take(&mut self.yields);
        self.declarations(body);
        (self.bodies, self.yields) = (bodies, yields);
        self.locals.truncate(locals);
        self.close_scope();
        scope
    }

    /// The arguments of the call `call`.
    pub fn arguments(&mut self, list: Node<'t>, call: ExpressionId) -> Vec<ExpressionId> {
        let mut found = Vec::new();
        for child in self.children(list) {
            if child.syntax == Syntax::Mark {
                continue;
            }
            let target = Target::Argument { call, number: found.len() as u32 };
            found.push(self.expression(child.node, Some(target)));
        }
        found
    }
}
