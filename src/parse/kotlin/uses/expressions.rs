//! Expressions: what they are made of, and the uses in them.

use tree_sitter::Node;

use super::super::kinds::children;
use super::Walker;
use super::types::is_type;
use crate::model::ByteRange;
use crate::model::uses::{Call, ExpressionId, Form, Subject, Target, UseKind};

impl<'t> Walker<'t> {
    /// An expression of which `target` says what is expected.
    pub fn expression(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let found = self.deeper(node, None, |walker| Some(walker.expression_here(node, target)));
        found.unwrap_or_else(|| self.unknown())
    }

    fn expression_here(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        match node.kind() {
            "simple_identifier" | "interpolated_identifier" => self.simple_name(node, UseKind::Read),
            "navigation_expression" => self.navigation(node, UseKind::Read),
            "call_expression" => self.call(node, target),
            "indexing_expression" => self.indexing(node),
            "parenthesized_expression" => self.only_operand(node, target),
            "prefix_expression" => self.prefix(node, target),
            "postfix_expression" => self.postfix(node, target),
            "as_expression" => self.cast_to(node),
            "spread_expression" => {
                // What is spread stands for its elements, one a parameter.
                let all = self.only_operand(node, None);
                self.expression_of(Form::Spread(all))
            }
            "interpolated_expression" => self.only_operand(node, None),
            "additive_expression" | "multiplicative_expression" => self.arithmetic(node),
            "range_expression" => self.range(node),
            "comparison_expression" => self.comparison(node),
            "collection_literal" => {
                self.operands(node);
                self.unknown()
            }
            "infix_expression" => self.infix(node),
            "elvis_expression" => self.elvis(node, target.as_ref()),
            "check_expression" => self.check(node),
            "equality_expression" => {
                self.operands(node);
                self.typed("kotlin.Boolean")
            }
            "conjunction_expression" | "disjunction_expression" => self.logic(node),
            "lambda_literal" => self.lambda(node, target),
            "anonymous_function" => self.anonymous_function(node, target),
            "object_literal" => self.object(node, None),
            "callable_reference" => self.callable_reference(node, target),
            "this_expression" => {
                let label = children(node).first().map(|label| self.name(*label).to_owned());
                self.expression_of(Form::This(label))
            }
            "super_expression" => self.super_of(node),
            "if_expression" => self.if_expression(node, target.as_ref()),
            "when_expression" => self.when(node, target.as_ref()),
            "try_expression" => self.try_expression(node, target.as_ref()),
            "jump_expression" => self.jump(node),
            "string_literal" => self.string(node),
            literal => self.literal(node, literal),
        }
    }

    fn literal(&mut self, node: Node<'t>, kind: &str) -> ExpressionId {
        let text = self.code(node);
        let type_text = match kind {
            "null_literal" => return self.expression_of(Form::Null),
            "boolean_literal" => "kotlin.Boolean",
            "integer_literal" | "hex_literal" | "bin_literal" if is_beyond_int(text) => "kotlin.Long",
            "integer_literal" | "hex_literal" | "bin_literal" => "kotlin.Int",
            "long_literal" => "kotlin.Long",
            "real_literal" if text.ends_with(['f', 'F']) => "kotlin.Float",
            "real_literal" => "kotlin.Double",
            "character_literal" => "kotlin.Char",
            "unsigned_literal" if text.ends_with(['l', 'L']) => "kotlin.ULong",
            "unsigned_literal" => "kotlin.UInt",
            _ => {
                // What the grammar could not read, or a kind it has beside these: what is in it still counts.
                self.all_in(node);
                return self.unknown();
            }
        };
        self.typed(type_text)
    }

    fn string(&mut self, node: Node<'t>) -> ExpressionId {
        for part in children(node) {
            match part.kind() {
                "interpolated_identifier" => {
                    self.simple_name(part, UseKind::Read);
                }
                "interpolated_expression" => self.all_in(part),
                "string_content" if self.wanted.strings => {
                    let bytes = self.bytes(part);
                    let text = bytes.of(self.tokens.text);
                    self.mentions(bytes.start, text, UseKind::String, self.scope, &[]);
                }
                _ => {}
            }
        }
        self.typed("kotlin.String")
    }

    /// All expressions in a node, one after the other.
    pub fn operands(&mut self, node: Node<'t>) -> Vec<ExpressionId> {
        children(node).into_iter().map(|operand| self.expression(operand, None)).collect()
    }

    fn only_operand(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        match children(node).into_iter().next_back() {
            Some(inner) => self.expression(inner, target),
            None => self.unknown(),
        }
    }

    /// A name alone: a local variable, or what the scopes around it have.
    pub fn simple_name(&mut self, node: Node<'t>, kind: UseKind) -> ExpressionId {
        let name = self.name(node);
        let cast = self.cast(name);
        if let Some(local) = self.local(name) {
            return cast.unwrap_or(local);
        }
        let id = self.expression_of(Form::Name(name.to_owned()));
        self.use_name(node, kind, || Subject::Expression(id));
        cast.unwrap_or(id)
    }

    /// `of.name`, `of?.name`, `of::name`, `Type::class`.
    pub fn navigation(&mut self, node: Node<'t>, kind: UseKind) -> ExpressionId {
        let parts = children(node);
        let (Some(of), Some(suffix)) = (parts.first(), parts.last().filter(|part| part.kind() == "navigation_suffix"))
        else {
            self.all_in(node);
            return self.unknown();
        };
        let value = self.navigated(*of, *suffix, kind);
        if kind == UseKind::Read { self.cast_of(node).unwrap_or(value) } else { value }
    }

    fn navigated(&mut self, of: Node<'t>, suffix: Node<'t>, kind: UseKind) -> ExpressionId {
        let value = self.expression(of, None);
        for arguments in children(suffix).into_iter().filter(|part| part.kind() == "type_arguments") {
            self.types_in(arguments, UseKind::Type);
        }
        let is_reference = self.is_reference(suffix);
        // What begins a line with `::` goes on from nothing before it.
        let between = self.rewrite.text().get(of.end_byte()..suffix.start_byte()).unwrap_or("");
        let before = (!between.contains('\n')).then_some(value);
        match children(suffix).into_iter().next_back() {
            Some(name) if name.kind() == "simple_identifier" && is_reference => self.reference(before, name, None),
            Some(name) if name.kind() == "simple_identifier" => self.selected(value, name, kind),
            Some(inner) => {
                self.all_in(inner);
                self.unknown()
            }
            // `Type::class`.
            None => self.expression_of(Form::ClassOf(value)),
        }
    }

    /// Whether what is behind a value or type is `::name`; the arguments of a type, `<B>::name`, are part of it.
    pub fn is_reference(&self, suffix: Node<'t>) -> bool {
        let applied = children(suffix).first().is_some_and(|first| first.kind() == "type_arguments");
        applied || self.code(suffix).starts_with("::")
    }

    /// The member of a value that is named.
    pub fn selected(&mut self, of: ExpressionId, name: Node<'t>, kind: UseKind) -> ExpressionId {
        let id = self.expression_of(Form::Select { of, name: self.name(name).to_owned() });
        self.use_name(name, kind, || Subject::Expression(id));
        id
    }

    fn indexing(&mut self, node: Node<'t>) -> ExpressionId {
        let parts = children(node);
        let Some((of, rest)) = parts.split_first() else { return self.unknown() };
        let receiver = self.expression(*of, None);
        self.indexed(receiver, rest)
    }

    /// `of[…]` is a call of `get`.
    pub fn indexed(&mut self, of: ExpressionId, suffixes: &[Node<'t>]) -> ExpressionId {
        let mut arguments = Vec::new();
        for suffix in suffixes {
            arguments.extend(self.operands(*suffix));
        }
        let sign = suffixes.first().map(|suffix| self.bytes(*suffix)).unwrap_or_default();
        let sign = ByteRange { start: sign.start, end: sign.end.min(sign.start + 1) };
        self.operator(of, "get", arguments, sign)
    }

    /// A call that stands in no call syntax.
    pub fn call_form(
        &mut self,
        receiver: Option<ExpressionId>,
        name: &str,
        arguments: Vec<ExpressionId>,
    ) -> ExpressionId {
        self.expression_of(Form::Call(Call {
            receiver,
            name: name.to_owned(),
            arguments,
            named: Vec::new(),
            type_arguments: Vec::new(),
            target: None,
            local: None,
            function: None,
            or_null: Vec::new(),
        }))
    }

    fn prefix(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let text = self.code(node);
        let Some(operand) = children(node).into_iter().next_back() else { return self.unknown() };
        if let Some(name) = text.get(..2).and_then(Self::step_name) {
            let start = self.bytes(node).start;
            return self.stepped(operand, name, ByteRange { start, end: start + 2 });
        }
        let value = self.expression(operand, target);
        let name = match text.as_bytes().first() {
            Some(b'!') => "not",
            Some(b'-') => "unaryMinus",
            Some(b'+') => "unaryPlus",
            _ => return value,
        };
        let start = self.bytes(node).start;
        let call = self.operator(value, name, Vec::new(), ByteRange { start, end: start + 1 });
        // A literal is of the type that is asked for, be there a sign before it.
        if self.is_literal(value) { value } else { call }
    }

    fn postfix(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let Some(operand) = children(node).into_iter().next() else { return self.unknown() };
        let text = self.code(node);
        match text.len().checked_sub(2).and_then(|at| Self::step_name(text.get(at..)?)) {
            Some(name) => {
                let end = self.bytes(node).end;
                self.stepped(operand, name, ByteRange { start: end.saturating_sub(2), end })
            }
            None if text.ends_with("!!") => {
                let value = self.expression(operand, target);
                self.assume_not_null(operand);
                self.not_null(value)
            }
            None => self.expression(operand, target),
        }
    }

    fn cast_to(&mut self, node: Node<'t>) -> ExpressionId {
        let parts = children(node);
        let Some(type_node) = parts.iter().copied().rfind(|part| is_type(*part)) else {
            self.all_in(node);
            return self.unknown();
        };
        let mut text = self.written(type_node);
        if let Some(value) = parts.first().copied() {
            self.expression(value, None);
            let between = self.rewrite.text().get(value.end_byte()..type_node.start_byte()).unwrap_or("");
            if !between.contains("as?") {
                self.assume_type(value, type_node);
            } else if !text.contains("->") && !text.ends_with('?') {
                text.push('?');
            }
        }
        self.type_uses(type_node, UseKind::Type);
        self.typed(text)
    }

    /// Operations nest to the left, hundreds deep where a text is put together: the left side is walked in a loop.
    fn arithmetic(&mut self, node: Node<'t>) -> ExpressionId {
        let kind = node.kind();
        let mut rights = Vec::new();
        let mut leftmost = node;
        while leftmost.kind() == kind {
            let parts = children(leftmost);
            let [left, right] = parts[..] else { break };
            rights.push((self.sign_between(left, right), right));
            leftmost = left;
        }
        if rights.is_empty() {
            self.all_in(node);
            return self.unknown();
        }
        let mut value = self.expression(leftmost, None);
        for ((sign, bytes), right) in rights.into_iter().rev() {
            let right = self.expression(right, None);
            let is_literal = self.is_literal(value) && self.is_literal(right);
            value = match Self::arithmetic_name(sign) {
                Some(name) => {
                    let call = self.operator(value, name, vec![right], bytes);
                    if is_literal { value } else { call }
                }
                None => self.unknown(),
            };
        }
        value
    }

    /// Whether an expression is a whole number as it is written.
    fn is_literal(&self, id: ExpressionId) -> bool {
        matches!(self.out.expression(id).map(|one| &one.form), Some(Form::Typed(text)) if text == "kotlin.Int")
    }

    fn infix(&mut self, node: Node<'t>) -> ExpressionId {
        let parts = children(node);
        let [left, name, right] = parts[..] else {
            self.all_in(node);
            return self.unknown();
        };
        let receiver = self.expression(left, None);
        let call = self.unknown();
        let argument = self.expression(right, Some(Target::Argument { call, number: 0 }));
        self.set(
            call,
            Form::Call(Call {
                receiver: Some(receiver),
                name: self.name(name).to_owned(),
                arguments: vec![argument],
                named: Vec::new(),
                type_arguments: Vec::new(),
                target: None,
                local: None,
                function: None,
                or_null: Vec::new(),
            }),
        );
        self.use_name(name, UseKind::Call, || Subject::Expression(call));
        call
    }

    fn elvis(&mut self, node: Node<'t>, target: Option<&Target>) -> ExpressionId {
        let parts = children(node);
        let [left, right] = parts[..] else {
            self.all_in(node);
            return self.unknown();
        };
        // One behind another is one of all of them: they are many where a value has many sources.
        let mut values = self.alternatives(left, target);
        if let Some(given) = values.pop() {
            values.push(self.not_null(given));
        }
        // What the other one tells holds where it is read alone.
        values.append(&mut self.apart(|walker| walker.alternatives(right, target)));
        if self.leaves_here(right) {
            self.assume_not_null(left);
        }
        self.expression_of(Form::OneOf(values))
    }

    /// What an operand of `?:` may give.
    fn alternatives(&mut self, node: Node<'t>, target: Option<&Target>) -> Vec<ExpressionId> {
        let value = self.expression(node, target.cloned());
        match self.out.expression(value).map(|one| &one.form) {
            Some(Form::OneOf(all)) if node.kind() == "elvis_expression" => all.clone(),
            _ => vec![value],
        }
    }

    fn check(&mut self, node: Node<'t>) -> ExpressionId {
        let parts = children(node);
        if let [left, right] = parts[..]
            && !is_type(right)
        {
            let (_, sign) = self.sign_between(left, right);
            let one = self.expression(left, None);
            let all = self.expression(right, None);
            self.operator(all, "contains", vec![one], sign);
            return self.typed("kotlin.Boolean");
        }
        for part in parts {
            if is_type(part) {
                self.type_uses(part, UseKind::Type);
            } else {
                self.expression(part, None);
            }
        }
        self.typed("kotlin.Boolean")
    }

    /// `&&` and `||`: what the left side tells holds while the right one is read.
    fn logic(&mut self, node: Node<'t>) -> ExpressionId {
        let is_and = node.kind() == "conjunction_expression";
        self.apart(|walker| {
            for part in children(node) {
                walker.expression(part, None);
                walker.assume(part, is_and);
            }
        });
        self.typed("kotlin.Boolean")
    }

    fn super_of(&mut self, node: Node<'t>) -> ExpressionId {
        let mut of = None;
        let mut outer = None;
        for part in children(node) {
            if is_type(part) {
                self.type_uses(part, UseKind::Type);
                // `super<Type>`: the supertype itself.
                of = Some(self.written(part));
            } else {
                // `super@Outer`: what is above the type around this one.
                outer = Some(self.name(part).to_owned());
            }
        }
        match of {
            Some(of) => self.typed(of),
            None => self.expression_of(Form::Super(outer)),
        }
    }
}

/// Whether a whole number is too large for an `Int`. A minus before it is no part of it.
fn is_beyond_int(literal: &str) -> bool {
    let digits = literal.replace('_', "").to_ascii_lowercase();
    let value = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => u64::from_str_radix(digits, 16),
        (_, Some(digits)) => u64::from_str_radix(digits, 2),
        _ => digits.parse(),
    };
    value.is_ok_and(|value| value > 0x7fff_ffff)
}
