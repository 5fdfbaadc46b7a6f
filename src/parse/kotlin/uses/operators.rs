//! Operators: signs that call functions.

use tree_sitter::Node;

use super::super::kinds::children;
use super::Walker;
use crate::model::uses::{ExpressionId, Form, Subject, Target, UseKind, Wanted};
use crate::model::{ByteRange, operators};

/// The signs that call functions of wanted names.
pub fn signs(wanted: &Wanted) -> impl Iterator<Item = &'static str> {
    wanted.names.iter().flat_map(|name| operators::signs_of(name))
}

impl<'t> Walker<'t> {
    /// The call of an operator, whose sign stands at `sign`.
    pub fn operator(
        &mut self,
        receiver: ExpressionId,
        name: &str,
        arguments: Vec<ExpressionId>,
        sign: ByteRange,
    ) -> ExpressionId {
        let lambdas: Vec<(ExpressionId, u32)> = arguments.iter().copied().zip(0..).collect();
        let call = self.call_form(Some(receiver), name, arguments);
        for (argument, number) in lambdas {
            self.expect_of(argument, Target::Argument { call, number });
        }
        self.note_operator(call, name, sign);
        call
    }

    /// A lambda is what an operator takes, where nothing else says what it is.
    fn expect_of(&mut self, argument: ExpressionId, by: Target) {
        if let Some(Form::Lambda(lambda)) = self.out.expressions.get_mut(argument as usize).map(|one| &mut one.form)
            && matches!(lambda.target, None | Some(Target::Like(_)))
        {
            lambda.target = Some(by);
        }
    }

    /// Takes the use of an operator by its sign.
    pub fn note_operator(&mut self, call: ExpressionId, name: &str, sign: ByteRange) {
        if self.wanted.operators && self.wanted.holds(name) {
            self.add_use(sign, UseKind::Call, self.scope, Subject::Expression(call));
        }
    }

    /// What stands between two operands, blanks left out, and where.
    pub fn sign_between(&self, left: Node<'_>, right: Node<'_>) -> (&'t str, ByteRange) {
        let between = self.rewrite.text().get(left.end_byte()..right.start_byte()).unwrap_or("");
        let sign = between.trim();
        let start = left.end_byte() + (between.len() - between.trim_start().len());
        let (start, end) = self.rewrite.original_range(start, start + sign.len());
        (sign, ByteRange { start, end })
    }

    /// `a..b`.
    pub fn range(&mut self, node: Node<'t>) -> ExpressionId {
        let parts = children(node);
        let [left, right] = parts[..] else {
            self.operands(node);
            return self.unknown();
        };
        let (sign, bytes) = self.sign_between(left, right);
        let from = self.expression(left, None);
        let to = self.expression(right, None);
        self.operator(from, if sign == "..<" { "rangeUntil" } else { "rangeTo" }, vec![to], bytes)
    }

    /// `a < b` and its like.
    pub fn comparison(&mut self, node: Node<'t>) -> ExpressionId {
        let parts = children(node);
        if let [left, right] = parts[..] {
            let (_, bytes) = self.sign_between(left, right);
            let one = self.expression(left, None);
            let other = self.expression(right, None);
            if self.wanted.operators {
                self.operator(one, "compareTo", vec![other], bytes);
            }
        } else {
            self.operands(node);
        }
        self.typed("kotlin.Boolean")
    }

    /// The function that a sign between two operands calls.
    pub fn arithmetic_name(sign: &str) -> Option<&'static str> {
        Some(match sign {
            "+" => "plus",
            "-" => "minus",
            "*" => "times",
            "/" => "div",
            "%" => "rem",
            _ => return None,
        })
    }

    /// `a += b`: the operator of its own, whose call it gives, or that without `=`.
    pub fn assigned_with(
        &mut self,
        left: ExpressionId,
        right: ExpressionId,
        sign: &str,
        bytes: ByteRange,
    ) -> Option<ExpressionId> {
        let name = sign.strip_suffix('=').and_then(Self::arithmetic_name)?;
        let assigns = self.operator(left, &format!("{name}Assign"), vec![right], bytes);
        let gives = self.operator(left, name, vec![right], bytes);
        if let Some(Form::Call(call)) = self.out.expressions.get_mut(gives as usize).map(|one| &mut one.form) {
            call.function = Some(assigns);
        }
        Some(assigns)
    }

    /// The function that a sign calls whose result is assigned to its operand.
    pub fn step_name(sign: &str) -> Option<&'static str> {
        match sign {
            "++" => Some("inc"),
            "--" => Some("dec"),
            _ => None,
        }
    }

    /// `a++` and its like: what is written, by the function that the sign calls.
    pub fn stepped(&mut self, operand: Node<'t>, name: &str, sign: ByteRange) -> ExpressionId {
        if let Some((of, mut arguments, at)) = self.assigned_element(operand) {
            let element = self.operator(of, "get", arguments.clone(), at);
            self.operator(element, name, Vec::new(), sign);
            // What is set is of the type of what was there.
            arguments.push(element);
            self.operator(of, "set", arguments, at);
            return element;
        }
        let value = self.assigned(operand);
        if self.wanted.operators {
            self.operator(value, name, Vec::new(), sign);
        }
        value
    }

    /// What a loop calls of what it goes through; gives nothing that is not there already.
    pub fn iterated(&mut self, value: ExpressionId, at: ByteRange) {
        if self.wanted.operators {
            let iterator = self.operator(value, "iterator", Vec::new(), at);
            self.operator(iterator, "hasNext", Vec::new(), at);
            self.operator(iterator, "next", Vec::new(), at);
        }
    }
}
