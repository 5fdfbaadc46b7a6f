//! Names of types as they are written: in signatures, clauses, imports and annotations.

use tree_sitter::Node;

use super::Walker;
use super::syntax::{Children, Syntax, fields};
use crate::model::uses::{Call, ExpressionId, Form, Subject, TypeParameter, UseKind};

impl<'t> Walker<'t> {
    /// Takes the uses in a type; gives its name, type arguments left out. `kind` is how the type itself is used.
    pub fn type_uses(&mut self, node: Node<'t>, kind: UseKind) -> String {
        self.deeper(node, String::new(), |walker| walker.type_uses_here(node, kind))
    }

    fn type_uses_here(&mut self, node: Node<'t>, kind: UseKind) -> String {
        match Syntax::of(node) {
            Syntax::TypeIdentifier | Syntax::Identifier => {
                let name = self.text(node);
                self.type_token(node, name, name, kind);
                name.to_owned()
            }
            Syntax::ScopedType | Syntax::ScopedIdentifier => self.scoped_type(node, kind),
            Syntax::GenericType => {
                let mut name = String::new();
                for child in self.children(node) {
                    match child.syntax {
                        Syntax::TypeArguments => drop(self.type_uses(child.node, UseKind::Type)),
                        Syntax::Mark => {}
                        _ => name = self.type_uses(child.node, kind),
                    }
                }
                name
            }
            Syntax::AnnotatedType => {
                let mut name = String::new();
                for child in self.children(node) {
                    match child.syntax {
                        Syntax::Annotation => self.annotation(child.node),
                        _ => name = self.type_uses(child.node, kind),
                    }
                }
                name
            }
            Syntax::PrimitiveType => self.text(node).to_owned(),
            Syntax::Annotation => {
                self.annotation(node);
                String::new()
            }
            Syntax::ArrayType => {
                // What an array is of is only named.
                self.types_in(node, UseKind::Type);
                String::new()
            }
            _ => {
                self.types_in(node, kind);
                String::new()
            }
        }
    }

    /// Takes the uses in the types that are children of a node.
    pub fn types_in(&mut self, node: Node<'t>, kind: UseKind) {
        for child in self.children(node) {
            if child.syntax != Syntax::Mark {
                self.type_uses(child.node, kind);
            }
        }
    }

    fn scoped_type(&mut self, node: Node<'t>, kind: UseKind) -> String {
        let children = self.children(node);
        let last =
            children.iter().rposition(|child| matches!(child.syntax, Syntax::TypeIdentifier | Syntax::Identifier));
        let mut path = String::new();
        for (at, child) in children.iter().enumerate() {
            match child.syntax {
                Syntax::Mark => {}
                Syntax::Annotation => self.annotation(child.node),
                _ if Some(at) == last => {
                    let name = self.text(child.node);
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                    self.type_token(child.node, name, &path, kind);
                }
                _ => path = self.type_uses(child.node, UseKind::Type),
            }
        }
        path
    }

    fn type_token(&mut self, node: Node<'t>, name: &str, path: &str, kind: UseKind) {
        if self.wanted.holds(name) {
            self.add_use(node, kind, Subject::Type(path.to_owned()));
        }
    }

    /// Takes the type of a `new`, whose name is used by the expression `new`; gives it as it is written.
    pub fn created_type(&mut self, node: Node<'t>, new: ExpressionId) -> String {
        let before = self.out.uses.len();
        self.type_uses(node, UseKind::New);
        for one in &mut self.out.uses[before..] {
            if one.kind == UseKind::New && matches!(one.subject, Subject::Type(_)) {
                one.subject = Subject::Expression(new);
            }
        }
        self.line(node)
    }

    /// Takes the annotations among modifiers.
    pub fn modifiers(&mut self, node: Node<'t>) {
        for child in self.children(node) {
            if child.syntax == Syntax::Annotation {
                self.annotation(child.node);
            }
        }
    }

    /// Takes an annotation: its name, its elements, their values.
    pub fn annotation(&mut self, node: Node<'t>) {
        let children = self.children(node);
        let Some(name) = children.field(fields().name) else { return };
        let path = self.type_uses(name.node, UseKind::Annotation);
        let Some(arguments) = children.of_kind(Syntax::AnnotationArguments) else { return };
        for child in self.children(arguments.node) {
            match child.syntax {
                Syntax::Mark => {}
                Syntax::ElementPair => {
                    let pair = self.children(child.node);
                    if let Some(key) = pair.field(fields().key) {
                        self.element_name(key.node, &path);
                    }
                    if let Some(value) = pair.field(fields().value) {
                        self.any(value.node);
                    }
                }
                _ => {
                    self.unnamed_element(name.node, &path);
                    self.any(child.node);
                }
            }
        }
    }

    /// A value without a name is that of the element `value`, which stands nowhere: the annotation's name stands for it.
    fn unnamed_element(&mut self, node: Node<'t>, annotation: &str) {
        let simple = annotation.rsplit('.').next().unwrap_or(annotation);
        if self.wanted.elements && self.wanted.holds(simple) && self.wanted.holds("value") {
            let call = self.element(annotation, "value");
            self.add_use(node, UseKind::Call, Subject::Expression(call));
        }
    }

    /// The name of an annotation's element is a call of it.
    fn element_name(&mut self, node: Node<'t>, annotation: &str) {
        let name = self.text(node);
        if !self.wanted.holds(name) {
            return;
        }
        let call = self.element(annotation, name);
        self.add_use(node, UseKind::Call, Subject::Expression(call));
    }

    fn element(&mut self, annotation: &str, name: &str) -> ExpressionId {
        let receiver = self.expression_of(Form::TypeName(annotation.to_owned()));
        self.expression_of(Form::Call(Call {
            receiver: Some(receiver),
            name: name.to_owned(),
            arguments: Vec::new(),
            named: Vec::new(),
            type_arguments: Vec::new(),
            target: None,
            local: None,
            function: None,
            or_null: Vec::new(),
        }))
    }

    /// Takes the uses in type parameters; gives their names and bounds.
    pub fn type_parameters(&mut self, node: Node<'t>) -> Vec<TypeParameter> {
        let mut found = Vec::new();
        for parameter in self.children(node) {
            if parameter.syntax != Syntax::TypeParameter {
                continue;
            }
            let mut name = None;
            let mut bounds = Vec::new();
            for child in self.children(parameter.node) {
                match child.syntax {
                    Syntax::Annotation => self.annotation(child.node),
                    Syntax::TypeIdentifier | Syntax::Identifier => name = Some(self.text(child.node).to_owned()),
                    Syntax::TypeBound => {
                        let parts = self.children(child.node);
                        let written = parts.iter().filter(|one| one.syntax != Syntax::Mark);
                        bounds = written.map(|one| self.line(one.node)).collect();
                        self.types_in(child.node, UseKind::Type);
                    }
                    _ => {}
                }
            }
            found.extend(name.map(|name| TypeParameter { name, bounds }));
        }
        found
    }

    /// Takes the uses in an import.
    pub fn import(&mut self, node: Node<'t>) {
        let children = self.children(node);
        let words: Vec<&str> = children.iter().map(|child| self.text(child.node)).collect();
        if words.contains(&"module")
            && children.iter().any(|child| self.text(child.node) == "module" && child.syntax == Syntax::Mark)
        {
            return;
        }
        let is_static = words.contains(&"static");
        let is_star = children.of_kind(Syntax::Asterisk).is_some();
        let Some(name) =
            children.iter().find(|child| matches!(child.syntax, Syntax::Identifier | Syntax::ScopedIdentifier))
        else {
            return;
        };
        let mut segments = Vec::new();
        self.segments(name.node, &mut segments);
        let mut path = String::new();
        for (at, segment) in segments.iter().enumerate() {
            if at > 0 {
                path.push('.');
            }
            path.push_str(self.text(*segment));
            if self.wanted.holds(self.text(*segment)) {
                let goes_on = is_star || at + 1 < segments.len();
                let subject = Subject::Import { path: path.clone(), is_static, goes_on, alias: None };
                self.add_use(*segment, UseKind::Import, subject);
            }
        }
    }

    /// The identifiers of a dotted name, in order.
    pub fn segments(&self, node: Node<'t>, into: &mut Vec<Node<'t>>) {
        let mut open = vec![node];
        let from = into.len();
        while let Some(node) = open.pop() {
            match Syntax::of(node) {
                Syntax::Identifier | Syntax::TypeIdentifier => into.push(node),
                Syntax::ScopedIdentifier | Syntax::ScopedType => {
                    open.extend(
                        self.children(node).iter().filter(|child| child.syntax != Syntax::Mark).map(|child| child.node),
                    );
                }
                _ => {}
            }
        }
        into[from..].reverse();
    }
}
