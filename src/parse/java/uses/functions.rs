//! Lambdas and method references.

use tree_sitter::Node;

use super::syntax::{Child, Children, Syntax, fields};
use super::{Body, Walker};
use crate::model::uses::{ExpressionId, Form, Lambda, LambdaBody, Subject, Target, UseKind};

impl<'t> Walker<'t> {
    pub fn lambda(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let children = self.children(node);
        let (Some(list), Some(body)) = (children.field(fields().parameters), children.field(fields().body)) else {
            return self.unknown();
        };
        let id = self.unknown();
        let locals = self.locals.len();
        let parameters = self.lambda_parameters(list, id);
        let result = Some(Target::Result(id));
        let (results, kind) = if body.syntax == Syntax::Block {
            self.bodies.push(Body { target: result, results: Vec::new() });
            self.any(body.node);
            let results = self.bodies.pop().map(|body| body.results).unwrap_or_default();
            let kind = match &results[..] {
                [] if self.leaves(body.node) => LambdaBody::Statement,
                [] => LambdaBody::Void,
                _ => LambdaBody::Value,
            };
            (results, kind)
        } else {
            let is_statement = matches!(body.syntax, Syntax::Call | Syntax::New | Syntax::Assignment | Syntax::Update);
            let value = self.expression(body.node, result);
            (vec![value], if is_statement { LambdaBody::Statement } else { LambdaBody::Expression })
        };
        self.locals.truncate(locals);
        self.set(id, Form::Lambda(Lambda { parameters, results, calls: Vec::new(), body: kind, target }));
        id
    }

    fn lambda_parameters(&mut self, list: Child<'t>, lambda: ExpressionId) -> Vec<Option<String>> {
        if list.syntax == Syntax::Parameters {
            let before = self.locals.len();
            let mut types: Vec<Option<String>> = self.parameters(list.node).into_iter().map(Some).collect();
            for (number, text) in types.iter_mut().enumerate() {
                if text.as_deref() == Some("var") {
                    *text = None;
                    let parameter = self.expression_of(Form::Parameter { lambda, number: number as u32 });
                    self.locals[before + number].1 = parameter;
                }
            }
            return types;
        }
        let names = match list.syntax {
            Syntax::Identifier => vec![list],
            _ => self.children(list.node).into_iter().filter(|child| child.syntax != Syntax::Mark).collect(),
        };
        for (number, name) in names.iter().enumerate() {
            let parameter = self.expression_of(Form::Parameter { lambda, number: number as u32 });
            self.bind(self.text(name.node), parameter);
        }
        vec![None; names.len()]
    }

    pub fn method_reference(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let children = self.children(node);
        let Some(first) = children.first().copied() else { return self.unknown() };
        let id = self.unknown();
        let is_new = children.last().is_some_and(|last| last.syntax == Syntax::Mark);
        let before = self.out.uses.len();
        let of = match first.syntax {
            Syntax::GenericType | Syntax::ArrayType | Syntax::AnnotatedType | Syntax::PrimitiveType => {
                self.type_uses(first.node, UseKind::Type);
                let text = self.line(first.node);
                self.expression_of(Form::TypeName(text))
            }
            _ => self.expression(first.node, None),
        };
        if let Some(list) = children.iter().skip(1).find(|child| child.syntax == Syntax::TypeArguments) {
            self.type_uses(list.node, UseKind::Type);
        }
        let name = children.last().filter(|last| last.syntax == Syntax::Identifier);
        let text = name.map_or("<init>", |name| self.text(name.node)).to_owned();
        if let Some(name) = name
            && self.wanted.holds(&text)
        {
            self.add_use(name.node, UseKind::MethodReference, Subject::Expression(id));
        }
        if is_new {
            // The name of the type is where its constructor is named.
            let end = first.node.end_byte() as u32;
            let created = self.out.uses[before..].iter().filter(|one| one.bytes.end <= end);
            if let Some(bytes) = created.map(|one| one.bytes).next_back() {
                self.add_use_at(bytes, UseKind::MethodReference, self.scope, Subject::Expression(id));
            }
        }
        self.set(id, Form::MethodReference { of, name: text, target });
        id
    }
}
