//! Leaves out of the uses of a file what nobody asks for.

use crate::model::uses::{ExpressionId, FileUses, Form, ScopeKind, Subject, Target};

/// Leaves out the expressions that no use needs, and numbers the others anew.
pub fn keep(found: &mut FileUses) {
    let mut places: Vec<Option<ExpressionId>> = vec![None; found.expressions.len()];
    let mut open: Vec<ExpressionId> = Vec::new();
    for one in &found.uses {
        match one.subject {
            Subject::Expression(id) => open.push(id),
            Subject::Updated { of, by } => open.extend([of, by]),
            _ => {}
        }
    }
    open.extend(found.values.iter().map(|one| one.value));
    // What a name means in a lambda depends on the call that it is given to, in an anonymous class on what it is made of.
    for scope in &found.scopes {
        match &scope.kind {
            ScopeKind::Lambda(id) => open.push(*id),
            ScopeKind::Local(local) => open.extend(local.outer),
            _ => {}
        }
    }
    let mut needed = Vec::new();
    while let Some(id) = open.pop() {
        let Some(place) = places.get_mut(id as usize).filter(|place| place.is_none()) else { continue };
        *place = Some(0);
        needed.push(id);
        each(&mut found.expressions[id as usize].form, |operand| open.push(*operand));
    }
    needed.sort_unstable();
    for (place, id) in needed.iter().enumerate() {
        places[*id as usize] = Some(place as ExpressionId);
    }
    let place_of = |id: &mut ExpressionId| {
        *id = places.get(*id as usize).copied().flatten().unwrap_or(ExpressionId::MAX);
    };
    let mut all = std::mem::take(&mut found.expressions).into_iter().enumerate();
    let mut kept = Vec::with_capacity(needed.len());
    for id in needed {
        let Some((_, mut expression)) = all.find(|(at, _)| *at == id as usize) else { break };
        each(&mut expression.form, place_of);
        kept.push(expression);
    }
    found.expressions = kept;
    for one in &mut found.uses {
        match &mut one.subject {
            Subject::Expression(id) => place_of(id),
            Subject::Updated { of, by } => [of, by].into_iter().for_each(place_of),
            _ => {}
        }
    }
    found.values.iter_mut().for_each(|one| place_of(&mut one.value));
    for scope in &mut found.scopes {
        match &mut scope.kind {
            ScopeKind::Lambda(id) => place_of(id),
            ScopeKind::Local(local) => local.outer.iter_mut().for_each(place_of),
            _ => {}
        }
    }
}

/// Gives every number of another expression in `form`.
fn each(form: &mut Form, mut give: impl FnMut(&mut ExpressionId)) {
    let of_target = |target: &mut Option<Target>, give: &mut dyn FnMut(&mut ExpressionId)| match target {
        Some(Target::Argument { call: id, .. } | Target::Result(id) | Target::Like(id)) => give(id),
        Some(Target::Type(_)) | None => {}
    };
    match form {
        Form::Unknown
        | Form::Null
        | Form::Name(_)
        | Form::Typed(_)
        | Form::Number(_)
        | Form::Function { .. }
        | Form::TypeName(_)
        | Form::This(_)
        | Form::Super(_) => {}
        Form::Select { of, .. }
        | Form::Known { of, .. }
        | Form::Matched { of, .. }
        | Form::Component { of, .. }
        | Form::Element(of)
        | Form::Spread(of)
        | Form::ClassOf(of)
        | Form::Indexed(of)
        | Form::Constant { of, .. }
        | Form::Parameter { lambda: of, .. } => give(of),
        Form::Delegate { of, provided } => [of, provided].into_iter().for_each(give),
        Form::OneOf(all) | Form::Sum(all) | Form::Promoted(all) => all.iter_mut().for_each(give),
        Form::Call(call) => {
            call.receiver.iter_mut().chain(&mut call.local).chain(&mut call.function).for_each(&mut give);
            call.arguments.iter_mut().for_each(&mut give);
            of_target(&mut call.target, &mut give);
        }
        Form::New(new) => {
            new.outer.iter_mut().for_each(&mut give);
            new.arguments.iter_mut().for_each(&mut give);
            of_target(&mut new.target, &mut give);
        }
        Form::Lambda(lambda) => {
            lambda.results.iter_mut().chain(&mut lambda.calls).for_each(&mut give);
            of_target(&mut lambda.target, &mut give);
        }
        Form::MethodReference { of, target, .. } => {
            give(of);
            of_target(target, &mut give);
        }
    }
}
