//! Expressions: what they are made of, and the uses in them.

use tree_sitter::Node;

use super::Walker;
use super::syntax::{Child, Children, Syntax, fields};
use crate::model::uses::{Call, ExpressionId, Form, New, Subject, Target, UseKind};

impl<'t> Walker<'t> {
    /// An expression of which `target` says what is expected. The variables of its patterns are not in sight behind it.
    pub fn expression(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let locals = self.locals.len();
        let found = self.binding(node, target);
        self.locals.truncate(locals);
        found
    }

    /// An expression with the variables that its patterns bind.
    pub fn binding(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let known = u32::MAX;
        let found = self.deeper(node, known, |walker| walker.expression_here(node, target));
        if found == known { self.unknown() } else { found }
    }

    /// An initialiser: an expression, or the elements of an array.
    pub fn value(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        if Syntax::of(node) == Syntax::ArrayInitializer {
            self.elements(node, target.as_ref())
        } else {
            self.expression(node, target)
        }
    }

    fn elements(&mut self, node: Node<'t>, target: Option<&Target>) -> ExpressionId {
        self.deeper(node, (), |walker| {
            let element = match target {
                Some(Target::Type(text)) => {
                    text.strip_suffix("[]").map(|text| Target::Type(text.trim_end().to_owned()))
                }
                _ => None,
            };
            for child in walker.children(node) {
                if child.syntax != Syntax::Mark {
                    walker.value(child.node, element.clone());
                }
            }
        });
        self.unknown()
    }

    fn expression_here(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        match Syntax::of(node) {
            Syntax::Identifier | Syntax::TypeIdentifier => self.simple_name(node, UseKind::Read),
            Syntax::Select => self.select(node, UseKind::Read),
            Syntax::ScopedType | Syntax::ScopedIdentifier => self.path(node),
            Syntax::Call => self.call(node, target),
            Syntax::New => self.new_object(node, target),
            Syntax::NewArray => self.new_array(node),
            Syntax::ArrayInitializer => self.elements(node, target.as_ref()),
            Syntax::Parenthesized => match self.operand(node) {
                Some(inner) => self.binding(inner, target),
                None => self.unknown(),
            },
            Syntax::Ternary => self.ternary(node, target.as_ref()),
            Syntax::Assignment => self.assignment(node),
            Syntax::Update => {
                if let Some(operand) = self.operand(node) {
                    self.assigned(operand)
                } else {
                    self.unknown()
                }
            }
            Syntax::Binary => self.binary(node),
            Syntax::Unary => self.unary(node),
            Syntax::InstanceOf => self.instance_of(node),
            Syntax::Cast => self.cast(node),
            Syntax::Lambda => self.lambda(node, target),
            Syntax::MethodReference => self.method_reference(node, target),
            Syntax::ClassLiteral => self.class_literal(node),
            Syntax::Switch => self.switch(node, target.as_ref()),
            Syntax::Indexed => self.indexed(node),
            Syntax::This => self.expression_of(Form::This(None)),
            Syntax::Super => self.expression_of(Form::Super(None)),
            Syntax::Text => self.string(node),
            literal => self.literal(node, literal),
        }
    }

    fn literal(&mut self, node: Node<'t>, syntax: Syntax) -> ExpressionId {
        let text = self.text(node);
        let type_text = match syntax {
            Syntax::Null => return self.expression_of(Form::Null),
            Syntax::Integer if text.ends_with(['l', 'L']) => "long",
            Syntax::Integer => {
                return self.expression_of(number(text).map_or_else(|| Form::Typed("int".to_owned()), Form::Number));
            }
            Syntax::Floating if text.ends_with(['f', 'F']) && !is_digit_last(text) => "float",
            Syntax::Floating => "double",
            Syntax::Boolean => "boolean",
            Syntax::Character => "char",
            _ => {
                // What the grammar could not read, or a kind it has beside these: what is in it still counts.
                for child in self.children(node) {
                    self.any(child.node);
                }
                return self.unknown();
            }
        };
        self.expression_of(Form::Typed(type_text.to_owned()))
    }

    fn string(&mut self, node: Node<'t>) -> ExpressionId {
        for child in self.children(node) {
            if child.syntax == Syntax::Interpolation {
                for part in self.children(child.node) {
                    self.any(part.node);
                }
            }
        }
        if self.wanted.strings {
            self.mentions(node.byte_range(), UseKind::String);
        }
        self.expression_of(Form::Typed("java.lang.String".to_owned()))
    }

    /// The first operand of a node.
    fn operand(&self, node: Node<'t>) -> Option<Node<'t>> {
        self.children(node).into_iter().find(|child| child.syntax != Syntax::Mark).map(|child| child.node)
    }

    /// A name alone: a local variable, or what the scopes around it have.
    pub fn simple_name(&mut self, node: Node<'t>, kind: UseKind) -> ExpressionId {
        let name = self.text(node);
        if let Some(local) = self.local(name) {
            return local;
        }
        let id = self.expression_of(Form::Name(name.to_owned()));
        if self.wanted.holds(name) {
            self.add_use(node, kind, Subject::Expression(id));
        }
        id
    }

    fn select(&mut self, node: Node<'t>, kind: UseKind) -> ExpressionId {
        let children = self.children(node);
        let (Some(object), Some(field)) = (children.field(fields().object), children.field(fields().field)) else {
            return self.unknown();
        };
        let is_super =
            children.iter().any(|child| child.syntax == Syntax::Super && child.field != Some(fields().object));
        let mut of = self.expression(object.node, None);
        if field.syntax == Syntax::This {
            let outer = self.line(object.node);
            return self.expression_of(Form::This(Some(outer)));
        }
        if is_super {
            let outer = self.line(object.node);
            of = self.expression_of(Form::Super(Some(outer)));
        }
        self.selected(of, field.node, kind)
    }

    fn selected(&mut self, of: ExpressionId, field: Node<'t>, kind: UseKind) -> ExpressionId {
        let name = self.text(field);
        let id = self.expression_of(Form::Select { of, name: name.to_owned() });
        if self.wanted.holds(name) {
            self.add_use(field, kind, Subject::Expression(id));
        }
        id
    }

    /// A dotted name that the grammar took for a type where a value may stand as well.
    fn path(&mut self, node: Node<'t>) -> ExpressionId {
        let mut segments = Vec::new();
        self.segments(node, &mut segments);
        let Some((first, rest)) = segments.split_first() else { return self.unknown() };
        let mut id = self.simple_name(*first, UseKind::Read);
        for (at, segment) in (1..).zip(rest) {
            let outer = || segments[..at].iter().map(|one| self.text(*one)).collect::<Vec<_>>().join(".");
            id = match self.text(*segment) {
                // `Outer.super::name`.
                "super" => self.expression_of(Form::Super(Some(outer()))),
                _ => self.selected(id, *segment, UseKind::Read),
            };
        }
        id
    }

    fn call(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let children = self.children(node);
        let Some(name) = children.field(fields().name) else { return self.unknown() };
        let receiver = children.field(fields().object).map(|object| {
            let is_super =
                children.iter().any(|child| child.syntax == Syntax::Super && child.field != Some(fields().object));
            let of = self.expression(object.node, None);
            if is_super {
                let outer = self.line(object.node);
                self.expression_of(Form::Super(Some(outer)))
            } else {
                of
            }
        });
        let text = self.text(name.node);
        let call = self.call_of(receiver, text, &children, target);
        if self.wanted.holds(text) {
            self.add_use(name.node, UseKind::Call, Subject::Expression(call));
        }
        call
    }

    /// A call with the arguments among `children`.
    pub fn call_of(
        &mut self,
        receiver: Option<ExpressionId>,
        name: &str,
        children: &[Child<'t>],
        target: Option<Target>,
    ) -> ExpressionId {
        let call = self.unknown();
        let mut type_arguments = Vec::new();
        if let Some(list) = children.of_kind(Syntax::TypeArguments) {
            self.type_uses(list.node, UseKind::Type);
            let written = self.children(list.node);
            type_arguments = written
                .iter()
                .filter(|child| child.syntax != Syntax::Mark)
                .map(|child| self.line(child.node))
                .collect();
        }
        let arguments = children.of_kind(Syntax::Arguments);
        let arguments = arguments.map(|list| self.arguments(list.node, call)).unwrap_or_default();
        let name = name.to_owned();
        let form = Form::Call(Call {
            receiver,
            name,
            arguments,
            named: Vec::new(),
            type_arguments,
            target,
            local: None,
            function: None,
            or_null: Vec::new(),
        });
        self.set(call, form);
        call
    }

    fn new_object(&mut self, node: Node<'t>, target: Option<Target>) -> ExpressionId {
        let children = self.children(node);
        let Some(created) = children.field(fields().type_) else { return self.unknown() };
        let new = self.unknown();
        // `outer.new Inner()`.
        let outer = children
            .first()
            .filter(|first| first.syntax != Syntax::Mark && first.field.is_none())
            .map(|outer| self.expression(outer.node, None));
        for child in &children {
            match child.syntax {
                Syntax::Annotation => self.annotation(child.node),
                Syntax::TypeArguments => drop(self.type_uses(child.node, UseKind::Type)),
                _ => {}
            }
        }
        let type_text = self.created_type(created.node, new);
        let arguments = children.of_kind(Syntax::Arguments);
        let arguments = arguments.map(|list| self.arguments(list.node, new)).unwrap_or_default();
        let body =
            children.of_kind(Syntax::TypeBody).map(|body| self.anonymous(body.node, &type_text, outer, created.node));
        self.set(new, Form::New(New { outer, type_text, arguments, named: Vec::new(), body, target }));
        new
    }

    fn new_array(&mut self, node: Node<'t>) -> ExpressionId {
        let children = self.children(node);
        let Some(of) = children.field(fields().type_) else { return self.unknown() };
        self.type_uses(of.node, UseKind::Type);
        let mut type_text = self.line(of.node);
        for child in &children {
            match child.syntax {
                Syntax::Annotation => self.annotation(child.node),
                Syntax::DimensionsExpression => {
                    type_text.push_str("[]");
                    for part in self.children(child.node) {
                        self.any(part.node);
                    }
                }
                Syntax::Dimensions => type_text.push_str(&self.line(child.node)),
                Syntax::ArrayInitializer => {
                    self.elements(child.node, Some(&Target::Type(type_text.clone())));
                }
                _ => {}
            }
        }
        self.expression_of(Form::Typed(type_text))
    }

    fn ternary(&mut self, node: Node<'t>, target: Option<&Target>) -> ExpressionId {
        let children = self.children(node);
        let condition = children.field(fields().condition);
        let [if_false, if_true] = condition.map(|condition| self.bound_in(condition.node)).unwrap_or_default();
        let mut branches = Vec::new();
        for (field, bound) in [(fields().consequence, if_true), (fields().alternative, if_false)] {
            if let Some(branch) = children.field(field) {
                let locals = self.locals.len();
                self.locals.extend(bound);
                branches.push(self.expression(branch.node, target.cloned()));
                self.locals.truncate(locals);
            }
        }
        self.expression_of(Form::OneOf(branches))
    }

    fn assignment(&mut self, node: Node<'t>) -> ExpressionId {
        let children = self.children(node);
        let left = match children.field(fields().left) {
            Some(left) => self.assigned(left.node),
            None => self.unknown(),
        };
        if let Some(right) = children.field(fields().right) {
            self.expression(right.node, Some(Target::Like(left)));
        }
        left
    }

    /// What is assigned to: its name is written.
    fn assigned(&mut self, node: Node<'t>) -> ExpressionId {
        match Syntax::of(node) {
            Syntax::Identifier => self.simple_name(node, UseKind::Write),
            Syntax::Select => self.select(node, UseKind::Write),
            Syntax::Parenthesized => match self.operand(node) {
                Some(inner) => self.deeper(node, 0, |walker| walker.assigned(inner)),
                None => self.unknown(),
            },
            _ => self.expression(node, None),
        }
    }

    /// Operations nest to the left, thousands deep where a text is put together: the left side is walked in a loop.
    fn binary(&mut self, node: Node<'t>) -> ExpressionId {
        let mut levels = Vec::new();
        let mut leftmost = node;
        while Syntax::of(leftmost) == Syntax::Binary {
            let children = self.children(leftmost);
            let Some(left) = children.field(fields().left) else { break };
            let operator = children.field(fields().operator).map_or("", |operator| self.text(operator.node));
            levels.push((operator, children.field(fields().right)));
            leftmost = left.node;
        }
        let (first, mut left) = self.left_of(leftmost);
        let mut parts = vec![first];
        let mut is_sum = None;
        for (operator, right) in levels.into_iter().rev() {
            let right = match right {
                Some(right) => self.right_of(operator, right.node, &mut left),
                None => self.unknown(),
            };
            let next = match operator {
                "+" => Some(true),
                "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | ">>>" => Some(false),
                _ => None,
            };
            if next.is_none() || is_sum != next {
                let before = self.combined(parts, is_sum);
                parts = vec![before];
            }
            if next.is_none() {
                parts = vec![self.expression_of(Form::Typed("boolean".to_owned()))];
            } else if operator.len() < 2 {
                parts.push(right);
            }
            is_sum = next;
        }
        self.all_of(left);
        self.combined(parts, is_sum)
    }

    fn combined(&mut self, parts: Vec<ExpressionId>, is_sum: Option<bool>) -> ExpressionId {
        match (&parts[..], is_sum) {
            ([only], None) => *only,
            (_, Some(true)) => self.expression_of(Form::Sum(parts)),
            _ => self.expression_of(Form::Promoted(parts)),
        }
    }

    fn unary(&mut self, node: Node<'t>) -> ExpressionId {
        let Some(operand) = self.operand(node) else { return self.unknown() };
        let operand = self.binding(operand, None);
        if self.text(node).starts_with('!') {
            return self.expression_of(Form::Typed("boolean".to_owned()));
        }
        match self.out.expressions.get(operand as usize).map(|one| &one.form) {
            Some(Form::Number(of)) if self.text(node).starts_with('-') => {
                let negative = Form::Number(of.wrapping_neg());
                self.expression_of(negative)
            }
            _ => self.expression_of(Form::Promoted(vec![operand])),
        }
    }

    fn instance_of(&mut self, node: Node<'t>) -> ExpressionId {
        let children = self.children(node);
        let value = match children.field(fields().left) {
            Some(left) => self.expression(left.node, None),
            None => self.unknown(),
        };
        if let Some(modifiers) = children.of_kind(Syntax::Modifiers) {
            self.modifiers(modifiers.node);
        }
        if let Some(right) = children.field(fields().right) {
            self.type_uses(right.node, UseKind::Type);
            if let Some(name) = children.field(fields().name) {
                let type_text = self.line(right.node);
                let value = self.expression_of(Form::Typed(type_text));
                self.bind(self.text(name.node), value);
            }
        }
        if let Some(pattern) = children.field(fields().pattern) {
            self.pattern(pattern.node, value);
        }
        self.expression_of(Form::Typed("boolean".to_owned()))
    }

    fn cast(&mut self, node: Node<'t>) -> ExpressionId {
        let children = self.children(node);
        let mut types = Vec::new();
        for child in children.iter().filter(|child| child.field == Some(fields().type_)) {
            self.type_uses(child.node, UseKind::Type);
            if child.syntax != Syntax::Mark {
                types.push(self.line(child.node));
            }
        }
        let type_text = types.join(" & ");
        if let Some(value) = children.field(fields().value) {
            self.expression(value.node, Some(Target::Type(type_text.clone())));
        }
        self.expression_of(Form::Typed(type_text))
    }

    fn class_literal(&mut self, node: Node<'t>) -> ExpressionId {
        let Some(of) = self.operand(node) else { return self.unknown() };
        self.type_uses(of, UseKind::Type);
        let text = self.line(of);
        self.expression_of(Form::Typed(format!("java.lang.Class<{text}>")))
    }

    fn indexed(&mut self, node: Node<'t>) -> ExpressionId {
        let children = self.children(node);
        let of = match children.field(fields().array) {
            Some(array) => self.expression(array.node, None),
            None => self.unknown(),
        };
        if let Some(index) = children.field(fields().index) {
            self.expression(index.node, None);
        }
        self.expression_of(Form::Indexed(of))
    }
}

/// What a literal `int` is; none where it is no whole number that fits.
/// Whether an `f` at the end is a digit, and no suffix: the exponent of a hexadecimal number is decimal.
fn is_digit_last(text: &str) -> bool {
    (text.starts_with("0x") || text.starts_with("0X")) && !text.contains(['p', 'P'])
}

fn number(text: &str) -> Option<i32> {
    let digits = text.replace('_', "").to_ascii_lowercase();
    let of_base = |digits: &str, base| u32::from_str_radix(digits, base).ok().map(u32::cast_signed);
    match digits.as_bytes() {
        [b'0', b'x', ..] => of_base(&digits[2..], 16),
        [b'0', b'b', ..] => of_base(&digits[2..], 2),
        [b'0', _, ..] => of_base(&digits[1..], 8),
        _ => digits.parse().ok(),
    }
}
