//! Calls and callable references.

use tree_sitter::Node;

use super::super::kinds::{KINDS, child, children};
use super::Walker;
use super::types::is_type;
use crate::model::ByteRange;
use crate::model::uses::{Call, ExpressionId, Form, Subject, Target, UseKind};

impl<'t> Walker<'t> {
    pub fn call(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let parts = children(node);
        let (Some(callee), Some(suffix)) = (parts.first().copied(), parts.last().copied()) else {
            return self.unknown();
        };
        if suffix.kind() != "call_suffix" {
            self.all_in(node);
            return self.unknown();
        }
        if callee.kind() == "object_literal"
            && let Some(members) = members_of_lambda(callee, suffix)
        {
            return self.object(callee, Some(members));
        }
        let mut suffixes = vec![suffix];
        let mut callee = callee;
        // A lambda behind a whole call belongs to it.
        if callee.kind() == "call_expression" && is_lambda_alone(suffix) {
            let inner = children(callee);
            if let [first, own] = inner[..]
                && own.kind() == "call_suffix"
                && !children(own).iter().any(|part| part.kind() == "annotated_lambda")
            {
                suffixes.insert(0, own);
                callee = first;
            }
        }
        self.called(callee, &suffixes, target)
    }

    fn called(&mut self, callee: Node<'t>, suffixes: &[Node<'t>], target: Option<Target>) -> ExpressionId {
        match callee.kind() {
            "simple_identifier" => {
                let name = self.name(callee);
                if let Some(local) = self.local(name) {
                    let call = self.invoked(local, callee, suffixes, target);
                    self.called_beside(local, call, callee);
                    call
                } else {
                    let call = self.call_of(None, name, Some(callee), suffixes, target);
                    self.invoked_beside(Form::Name(name.to_owned()), call, callee);
                    call
                }
            }
            "navigation_expression" => {
                let inner = children(callee);
                if let [of, suffix] = inner[..]
                    && suffix.kind() == "navigation_suffix"
                    && !self.is_reference(suffix)
                    && let Some(name) = children(suffix).into_iter().next_back()
                    && name.kind() == "simple_identifier"
                {
                    let receiver = self.expression(of, None);
                    // What the arguments of a safe call tell holds where it is made alone.
                    let call = if self.code(suffix).starts_with("?.") {
                        self.apart(|walker| {
                            walker.call_of(Some(receiver), walker.name(name), Some(name), suffixes, target)
                        })
                    } else {
                        self.call_of(Some(receiver), self.name(name), Some(name), suffixes, target)
                    };
                    self.invoked_beside(Form::Select { of: receiver, name: self.name(name).to_owned() }, call, name);
                    return call;
                }
                let value = self.expression(callee, None);
                self.invoked(value, callee, suffixes, target)
            }
            _ => {
                let value = self.expression(callee, None);
                self.invoked(value, callee, suffixes, target)
            }
        }
    }

    /// A call of a value.
    fn invoked(
        &mut self,
        value: ExpressionId,
        callee: Node<'t>,
        suffixes: &[Node<'t>],
        target: Option<Target>,
    ) -> ExpressionId {
        let call = self.call_of(Some(value), "invoke", None, suffixes, target);
        self.note_invoked(call, callee);
        call
    }

    fn note_invoked(&mut self, call: ExpressionId, callee: Node<'t>) {
        let end = self.bytes(callee).end;
        self.note_operator(call, "invoke", ByteRange { start: end.saturating_sub(1), end });
    }

    /// The call of what a name holds, which a call means where no function of the name can be called.
    fn invoked_beside(&mut self, value: Form, function: ExpressionId, callee: Node<'t>) {
        if self.wanted.operators
            && self.wanted.holds("invoke")
            && let Some(Form::Call(call)) = self.out.expressions.get(function as usize).map(|made| made.form.clone())
        {
            let receiver = Some(self.expression_of(value));
            let beside = Call { receiver, name: "invoke".to_owned(), function: Some(function), ..call };
            let id = self.expression_of(Form::Call(beside));
            self.note_invoked(id, callee);
        }
    }

    /// The function that a call means where a local variable of its name holds nothing that can be called.
    fn called_beside(&mut self, local: ExpressionId, call: ExpressionId, callee: Node<'t>) {
        let name = self.name(callee);
        if self.wanted.holds(name)
            && let Some(Form::Call(call)) = self.out.expressions.get(call as usize).map(|made| &made.form)
        {
            let beside = Call { receiver: None, name: name.to_owned(), local: Some(local), ..call.clone() };
            let id = self.expression_of(Form::Call(beside));
            self.use_name(callee, UseKind::Call, || Subject::Expression(id));
        }
    }

    /// A call with the arguments of `suffixes`; its name stands at `token`.
    fn call_of(
        &mut self,
        receiver: Option<ExpressionId>,
        name: &'t str,
        token: Option<Node<'t>>,
        suffixes: &[Node<'t>],
        target: Option<Target>,
    ) -> ExpressionId {
        let id = self.unknown();
        let mut call = Call {
            receiver,
            name: name.to_owned(),
            arguments: Vec::new(),
            named: Vec::new(),
            type_arguments: Vec::new(),
            target,
            local: None,
            function: None,
            or_null: Vec::new(),
        };
        let around = std::mem::replace(&mut self.callee, name);
        for part in suffixes.iter().flat_map(|suffix| children(*suffix)) {
            match part.kind() {
                "type_arguments" => {
                    self.types_in(part, UseKind::Type);
                    call.type_arguments = children(part).into_iter().map(|one| self.written(one)).collect();
                }
                "value_arguments" => self.arguments(part, id, &mut call),
                "annotated_lambda" => {
                    let number = call.arguments.len() as u32;
                    let parts = children(part);
                    let Some(lambda) = parts.last().copied() else { continue };
                    if let Some(label) = parts.iter().find(|part| part.kind() == "label") {
                        self.callee = self.code(*label).trim_end_matches('@');
                    }
                    let target = Some(Target::Argument { call: id, number });
                    let value = self.lambda(lambda, target);
                    call.arguments.push(value);
                    // It is the last parameter's, wherever that stands.
                    call.named.push((number, String::new()));
                }
                _ => self.all_in(part),
            }
        }
        self.callee = around;
        if self.is_on_this(receiver)
            && !call.arguments.is_empty()
            && !call.arguments.iter().any(|id| self.is_lambda(*id))
        {
            self.unqualified.push(id);
        }
        self.set(id, Form::Call(call));
        if let Some(token) = token {
            self.use_name(token, UseKind::Call, || Subject::Expression(id));
        }
        let lists = suffixes.iter().flat_map(|suffix| children(*suffix));
        let list = lists.into_iter().find(|part| part.kind() == "value_arguments").filter(|_| receiver.is_none());
        let first = list.and_then(|list| children(list).into_iter().next());
        if let Some(condition) = first.and_then(|first| children(first).into_iter().next_back()) {
            self.assume_returned(name, condition);
        }
        id
    }

    fn is_on_this(&self, receiver: Option<ExpressionId>) -> bool {
        receiver.is_none_or(|id| self.out.expression(id).is_some_and(|one| one.form == Form::This(None)))
    }

    fn is_lambda(&self, id: ExpressionId) -> bool {
        self.out.expression(id).is_some_and(|one| matches!(one.form, Form::Lambda(_)))
    }

    fn arguments(&mut self, list: Node<'t>, id: ExpressionId, call: &mut Call) {
        for argument in children(list) {
            let parts = children(argument);
            let number = call.arguments.len() as u32;
            let Some(value) = parts.last().copied() else { continue };
            if let Some(name) = parts.iter().find(|part| part.kind() == "simple_identifier" && part.id() != value.id())
            {
                call.named.push((number, self.name(*name).to_owned()));
            }
            if self.is_safe(value) {
                call.or_null.push(number);
            }
            let value = self.expression(value, Some(Target::Argument { call: id, number }));
            call.arguments.push(value);
        }
    }

    /// Whether an expression is null where what stands before its last `?.` is. What goes on behind that with a dot is no part of it:
    /// that extends what may be null.
    pub fn is_safe(&self, node: Node<'t>) -> bool {
        let mut at = node;
        loop {
            let parts = children(at);
            match (at.kind(), parts.first(), parts.last()) {
                ("parenthesized_expression" | "call_expression", Some(inner), _) => at = *inner,
                ("navigation_expression", _, Some(suffix)) => return self.code(*suffix).starts_with("?."),
                _ => return false,
            }
        }
    }

    /// `this(…)`, `super(…)`, and the constructor in a list of supertypes: its arguments.
    pub fn constructor_call(&mut self, receiver: Form, arguments: Option<Node<'t>>) -> ExpressionId {
        let receiver = self.expression_of(receiver);
        let id = self.unknown();
        let mut call = Call {
            receiver: Some(receiver),
            name: "<init>".to_owned(),
            arguments: Vec::new(),
            named: Vec::new(),
            type_arguments: Vec::new(),
            target: None,
            local: None,
            function: None,
            or_null: Vec::new(),
        };
        if let Some(list) = arguments {
            self.arguments(list, id, &mut call);
        }
        self.set(id, Form::Call(call));
        id
    }

    /// `Type::name`, `value::name`, `::name`, `Type::class`.
    pub fn callable_reference(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let parts = children(node);
        let of =
            parts.iter().find(|part| part.kind() == "type_identifier").map(|of| self.simple_name(*of, UseKind::Read));
        if let Some(name) = parts.iter().rfind(|part| part.kind() == "simple_identifier") {
            return self.reference(of, *name, target);
        }
        if let Some(of) = of {
            return self.expression_of(Form::ClassOf(of));
        }
        for part in parts.into_iter().filter(|part| is_type(*part)) {
            self.type_uses(part, UseKind::Type);
        }
        self.typed("kotlin.reflect.KClass<*>")
    }

    /// A reference to a function, property or constructor.
    pub fn reference(&mut self, of: Option<ExpressionId>, name: Node<'t>, target: Option<Target>) -> ExpressionId {
        let text = self.name(name);
        if of.is_none() && self.local(text).is_some() {
            return self.unknown();
        }
        // Without a receiver it is looked up as a call is.
        let of = of.unwrap_or_else(|| self.unknown());
        let id = self.expression_of(Form::MethodReference { of, name: text.to_owned(), target });
        self.use_name(name, UseKind::MethodReference, || Subject::Expression(id));
        id
    }
}

fn is_lambda_alone(suffix: Node<'_>) -> bool {
    children(suffix).iter().all(|part| part.kind() == "annotated_lambda")
}

/// The members of an object whose last one ends before the brace, on one line: the grammar takes its body for a lambda that the
/// object is called with.
fn members_of_lambda<'t>(object: Node<'t>, suffix: Node<'t>) -> Option<Node<'t>> {
    if !is_lambda_alone(suffix) || children(object).iter().any(|part| part.kind() == "class_body") {
        return None;
    }
    let lambda = child(child(suffix, KINDS.annotated_lambda)?, KINDS.lambda_literal)?;
    child(lambda, KINDS.statements)
}
