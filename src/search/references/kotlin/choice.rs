//! Which of several functions a call in Kotlin means: the nearer ones first, then those that take what is given, by what lambdas
//! give where nothing else tells, the most specific at last.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use super::arguments::{self, Shape};
use super::header::Part;
use super::null::Null;
use crate::model::uses::{Call, Form, Target};
use crate::search::references::calls::Resolution;
use crate::search::references::file::FileResolver;
use crate::search::references::members::{Candidate, Candidates, Identity};
use crate::search::references::overloads::Fit;
use crate::search::references::types::{Function, Type};

/// What a candidate and its arguments come to.
struct Applied<'c> {
    candidate: &'c Candidate,
    fit: Fit,
}

impl FileResolver<'_> {
    /// Chooses among candidates, nearer ones first.
    pub(super) fn pick(&self, levels: &[Candidates], call: &Call, by_name: bool) -> Option<Resolution> {
        self.or_erased(|| self.pick_here(levels, call, by_name))
    }

    fn pick_here(&self, levels: &[Candidates], call: &Call, by_name: bool) -> Option<Resolution> {
        let mut complete = true;
        let mut chosen: Option<(Candidate, Fit, bool)> = None;
        let mut all_known = false;
        let mut others: Vec<Identity> = Vec::new();
        let mut twins: Vec<Identity> = Vec::new();
        let mut agrees = true;
        for level in levels {
            let mut fits: Vec<Applied<'_>> = level
                .all
                .iter()
                .filter(|candidate| !candidate.is_hidden())
                .map(|candidate| Applied { candidate, fit: self.applies_to(candidate, call) })
                .filter(|applied| applied.fit != Fit::No)
                .collect();
            let expected = self.take_expected(&mut fits, |one| one.candidate);
            self.keep_taking_null(&mut fits, call);
            if chosen.is_none() {
                self.keep_by_result(&mut fits, call);
            }
            let gives = chosen.as_ref().map(|(candidate, ..)| candidate).or(fits.first().map(|one| one.candidate));
            // What is stated nowhere need not be the same.
            let is_the_same = |gives: &Candidate| {
                let is_stated = gives.returns != Type::Unknown || fits.len() < 2;
                is_stated && fits.iter().all(|one| one.candidate.returns == gives.returns)
            };
            agrees &= gives.is_none_or(is_the_same);
            if chosen.is_some() {
                others.extend(fits.iter().map(|one| one.candidate.identity));
                continue;
            }
            if fits.is_empty() {
                complete &= level.complete;
                continue;
            }
            let all_sure = fits.iter().all(|one| one.fit == Fit::Yes);
            let best = if fits.len() == 1 { Some(0) } else { self.nearest(&fits, call) };
            let sure = best.is_some() && (all_sure || fits.len() == 1);
            let at = best.unwrap_or(0);
            let taken = fits.swap_remove(at);
            if !sure {
                others.extend(fits.iter().map(|one| one.candidate.identity));
            }
            let exactly = level.complete || taken.fit == Fit::Yes;
            all_known = complete && level.complete;
            let of_taken = expected.iter().filter(|one| self.takes_the_same(one.candidate, taken.candidate));
            twins = of_taken.map(|one| one.candidate.identity).collect();
            chosen = Some((taken.candidate.clone(), taken.fit, sure && complete && exactly));
            if taken.fit == Fit::Yes && sure {
                break;
            }
        }
        let (candidate, fit, sure) = chosen?;
        twins.extend(self.inherited_by_actual(&candidate, &call.name));
        let certain = sure && (fit == Fit::Yes || others.is_empty());
        let by_name = by_name && candidate.header.as_ref().is_none_or(|header| header.given.is_none());
        Some(Resolution { candidate, certain, complete: all_known, by_name, others, agrees, twins, invokes: false })
    }

    /// Where some of several take the `null` that an argument may be, the others are not called, or may not be.
    fn keep_taking_null(&self, fits: &mut Vec<Applied<'_>>, call: &Call) {
        if fits.len() < 2 {
            return;
        }
        let given: Vec<Null> = fits.iter().map(|one| self.null_given(one.candidate, call)).collect();
        if given.contains(&Null::No) && given.iter().any(|one| *one != Null::No) {
            let mut given = given.into_iter();
            fits.retain_mut(|one| {
                let given = given.next().unwrap_or(Null::No);
                if given == Null::Declared {
                    one.fit = one.fit.min(Fit::Maybe);
                }
                given != Null::Yes
            });
        }
    }

    /// Of functions that an annotation says to be chosen by what their lambda gives, as those of `sumOf`, keeps the one whose lambda
    /// gives what this one does; where nobody knows that, none of them is sure.
    fn keep_by_result(&self, fits: &mut Vec<Applied<'_>>, call: &Call) {
        let Some(last) = call.arguments.last().copied() else { return };
        let (target, results) = match self.form(last) {
            Form::Lambda(lambda) => (&lambda.target, Some(&lambda.results)),
            Form::MethodReference { target, .. } => (target, None),
            _ => return,
        };
        let Some(Target::Argument { call: id, .. }) = *target else { return };
        let chooses = |one: &Applied<'_>| one.candidate.header.as_ref().is_some_and(|header| header.by_result);
        if fits.len() < 2 || !fits.iter().any(chooses) {
            return;
        }
        let function = |one: &Applied<'_>| {
            let place = arguments::placed(one.candidate, call)?.pop()?;
            match self.kotlin_type(one.candidate.parameters[place].clone()) {
                Type::Function(of) => Some(of),
                _ => None,
            }
        };
        let Some(functions) = fits.iter().map(function).collect::<Option<Vec<_>>>() else { return };
        let given = |of: &Function| of.receiver.iter().chain(&of.parameters).cloned().collect::<Vec<_>>();
        let first = given(&functions[0]);
        let gives_the_same = |of: &Arc<Function>| {
            let other = given(of);
            other.len() == first.len() && other.iter().zip(&first).all(|(one, other)| self.same_erasure(one, other))
        };
        let all: Vec<&Type> = functions.iter().map(|of| &of.returns).collect();
        if all.iter().all(|one| one.is_variable() || *one == all[0]) || !functions.iter().all(gives_the_same) {
            return;
        }
        let one = Resolution {
            candidate: fits[0].candidate.clone(),
            certain: true,
            complete: true,
            by_name: false,
            others: Vec::new(),
            agrees: true,
            twins: Vec::new(),
            invokes: false,
        };
        // All of them give the lambda the same: whichever it is, the lambda gives this.
        let result = self.calls.assuming(id, Some(Rc::new(one)), || {
            self.kotlin_type(results.map_or_else(|| self.result_of_callable(last), |results| self.one_of(results)))
        });
        let is_it = |of: &Type| *of == result && !result.is_unknown();
        let is_exact = all.iter().any(|of| is_it(of));
        let mut all = all.iter();
        fits.retain_mut(|one| {
            let Some(of) = all.next() else { return true };
            if result.is_unknown() {
                one.fit = one.fit.min(Fit::Maybe);
            }
            if is_exact { is_it(of) } else { self.kotlin_converts(&result, of) != Fit::No }
        });
    }

    /// Takes out what is expected of each platform where that of this one is there too, in a file of another name; `of` gives the
    /// candidate.
    pub(super) fn take_expected<T>(&self, all: &mut Vec<T>, of: impl Fn(&T) -> &Candidate) -> Vec<T> {
        let part = |one: &T| of(one).header.as_ref().map_or(Part::Whole, |header| header.part);
        let actual: Vec<Candidate> =
            all.iter().filter(|one| part(one) == Part::Actual).map(|one| of(one).clone()).collect();
        let is_twin =
            |one: &mut T| part(one) == Part::Expect && actual.iter().any(|actual| self.takes_the_same(of(one), actual));
        all.extract_if(.., is_twin).collect()
    }

    fn takes_the_same(&self, one: &Candidate, other: &Candidate) -> bool {
        let taken = |of: &'_ Candidate| of.extended().into_iter().chain(&of.parameters).cloned().collect::<Vec<_>>();
        let (one, other) = (taken(one), taken(other));
        one.len() == other.len() && one.iter().zip(&other).all(|(a, b)| self.same_erasure(a, b))
    }

    /// The most specific of several that fit: by what the arguments are taken as, then the one without a variable number of
    /// them, with fewer defaults, without type variables.
    fn nearest(&self, fits: &[Applied<'_>], call: &Call) -> Option<usize> {
        let shapes: Vec<Shape> = fits.iter().map(|one| Shape::of(one.candidate, call)).collect();
        let is_nearer = |one: &Shape, other: &Shape| {
            let (a, b) = (&one.taken, &other.taken);
            let is_nearer = |(a, b): (&Type, &Type)| {
                // Two types that are not known need not be one.
                (a == b && *a != Type::Unknown)
                    || arguments::is_nearer_literal(a, b)
                    || self.kotlin_converts(a, b) == Fit::Yes
            };
            let takes_less = |(one, other): (&bool, &bool)| !one || *other;
            a.len() <= b.len()
                && a.iter().zip(b).all(is_nearer)
                && one.nullable.iter().zip(&other.nullable).all(takes_less)
        };
        let goes_before = |at: usize, other: usize| {
            let (one, two) = (&shapes[at], &shapes[other]);
            if !is_nearer(one, two) {
                return false;
            }
            // Declared twice, as `expect` and `actual`, it is one; two of the same shape are not.
            let is_one = || {
                one.taken != two.taken
                    || fits[at].candidate.parameters != fits[other].candidate.parameters
                    || fits[at].candidate.owner == fits[other].candidate.owner
            };
            match one.rank.cmp(&two.rank) {
                Ordering::Less => true,
                Ordering::Equal => !is_nearer(two, one) || is_one(),
                Ordering::Greater => !is_nearer(two, one),
            }
        };
        (0..fits.len()).find(|at| (0..fits.len()).all(|other| other == *at || goes_before(*at, other)))
    }
}
