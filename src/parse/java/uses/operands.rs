//! The expressions that an expression refers to.

use crate::model::uses::{ExpressionId, Form, Target};

/// Gives every number of another expression in `form`.
pub fn each(form: &mut Form, mut give: impl FnMut(&mut ExpressionId)) {
    let of_target = |target: &mut Option<Target>, give: &mut dyn FnMut(&mut ExpressionId)| match target {
        Some(Target::Argument { call: id, .. } | Target::Result(id) | Target::Like(id)) => give(id),
        Some(Target::Type(_)) | None => {}
    };
    match form {
        Form::Unknown
        | Form::Null
        | Form::Name(_)
        | Form::Typed(_)
        | Form::TypeName(_)
        | Form::This(_)
        | Form::Super(_) => {}
        Form::Select { of, .. }
        | Form::Element(of)
        | Form::Indexed(of)
        | Form::Constant { of, .. }
        | Form::Parameter { lambda: of, .. } => give(of),
        Form::OneOf(all) | Form::Sum(all) | Form::Promoted(all) => all.iter_mut().for_each(give),
        Form::Call(call) => {
            call.receiver.iter_mut().for_each(&mut give);
            call.arguments.iter_mut().for_each(&mut give);
            of_target(&mut call.target, &mut give);
        }
        Form::New(new) => {
            new.outer.iter_mut().for_each(&mut give);
            new.arguments.iter_mut().for_each(&mut give);
            of_target(&mut new.target, &mut give);
        }
        Form::Lambda(lambda) => {
            lambda.results.iter_mut().for_each(&mut give);
            of_target(&mut lambda.target, &mut give);
        }
        Form::MethodReference { of, target, .. } => {
            give(of);
            of_target(target, &mut give);
        }
    }
}
