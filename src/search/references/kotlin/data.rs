//! What a data class has without saying so.

use std::sync::Arc;

use crate::model::operators;
use crate::search::references::file::FileResolver;
use crate::search::references::members::{Candidate, Candidates, implied, made};
use crate::search::references::target::Made;
use crate::search::references::types::{Class, Type};

impl FileResolver<'_> {
    /// Adds the functions of a name that a data class has for the parameters of its primary constructor, which stands first.
    pub fn add_of_data(&self, class: &Class, name: &str, found: &mut Candidates) {
        let component = operators::component(name);
        if component.is_none() && name != "copy" {
            return;
        }
        let own = Type::Class(class.clone());
        let Some(primary) = self.constructors(&own).all.into_iter().next() else { return };
        let bindings = self.universe.bindings(class);
        let mut parameters: Vec<Type> = primary.parameters.iter().map(|one| one.with(&bindings)).collect();
        let all_optional = |mut header: Arc<super::Header>| {
            Arc::make_mut(&mut header).defaults.fill(true);
            header
        };
        let candidate = match component {
            Some(number) if number <= parameters.len() => Candidate {
                identity: made(&class.info, Made::Component(number)),
                header: primary.header.is_some().then(Default::default),
                ..implied(&own, parameters.swap_remove(number - 1), false)
            },
            Some(_) => return,
            None => Candidate {
                identity: made(&class.info, Made::Copy),
                parameters,
                header: primary.header.map(all_optional),
                ..implied(&own, own.clone(), false)
            },
        };
        self.add(candidate, found);
    }
}
