//! Types, type parameters and value parameters as Kotlin writes them.

use std::fmt::Write;

use super::super::names::Names;
use super::compiled;
use super::metadata::{Argument, Strings, Type, TypeParameter, TypeTable, ValueParameter};
use super::name;

/// How deep types are followed: a table of types may name itself.
const DEEPEST: usize = 32;

/// Parameters of one declaration, at most: the JVM takes no more.
const MOST_PARAMETERS: usize = 256;

/// What stands for a default value.
const DEFAULT: &str = " = COMPILED_CODE";

/// What names and numbers mean in a class or file.
pub struct Scope<'a, 'n> {
    pub strings: &'a Strings<'a>,
    pub table: Option<&'a TypeTable>,
    pub names: &'a mut Names<'n>,
    /// Type parameters by number, those of inner declarations after those of outer ones.
    pub parameters: &'a mut Vec<(i32, String)>,
}

impl<'a> Scope<'a, '_> {
    /// Takes type parameters into the scope; gives how many there were before, to [`Self::leave`] with.
    pub fn enter(&mut self, parameters: &[TypeParameter]) -> usize {
        let before = self.parameters.len();
        for parameter in parameters.iter().take(MOST_PARAMETERS) {
            let called = name(&self.strings.get(parameter.name)).unwrap_or_else(|| "T".to_owned());
            self.parameters.push((parameter.id.unwrap_or(0), called));
        }
        before
    }

    pub fn leave(&mut self, before: usize) {
        self.parameters.truncate(before);
    }

    /// `<in T, reified R : Any>`, and the bounds beyond the first of each: `T : A`.
    pub fn type_parameters(&mut self, parameters: &'a [TypeParameter]) -> (String, Vec<String>) {
        if parameters.is_empty() {
            return (String::new(), Vec::new());
        }
        let mut texts = Vec::new();
        let mut further = Vec::new();
        for parameter in parameters.iter().take(MOST_PARAMETERS) {
            let called = name(&self.strings.get(parameter.name)).unwrap_or_else(|| "T".to_owned());
            let mut text = String::new();
            if parameter.reified == Some(true) {
                text.push_str("reified ");
            }
            text.push_str(match parameter.variance {
                Some(0) => "in ",
                Some(1) => "out ",
                _ => "",
            });
            text.push_str(&called);
            let inline = parameter.bounds.iter().map(|bound| self.show(bound, false, 0)).collect::<Vec<_>>();
            let mut bounds = inline;
            for id in &parameter.bound_ids {
                bounds.push(self.ty(None, Some(*id)));
            }
            bounds.retain(|bound| bound != "Any?" && !bound.is_empty());
            match &bounds[..] {
                [] => {}
                [only] => {
                    let _ = write!(text, " : {only}");
                }
                several => further.extend(several.iter().map(|bound| format!("{called} : {bound}"))),
            }
            texts.push(text);
        }
        (format!("<{}>", texts.join(", ")), further)
    }

    /// A type that stands here or in the table.
    pub fn ty(&mut self, inline: Option<&'a Type>, id: Option<i32>) -> String {
        self.found(inline, id, 0).unwrap_or_else(|| "Any".to_owned())
    }

    fn found(&mut self, inline: Option<&'a Type>, id: Option<i32>, depth: usize) -> Option<String> {
        if let Some(ty) = inline {
            return Some(self.show(ty, false, depth));
        }
        let (ty, nullable) = self.in_table(id?)?;
        Some(self.show(ty, nullable, depth))
    }

    fn in_table(&self, id: i32) -> Option<(&'a Type, bool)> {
        let table = self.table?;
        let ty = table.types.get(usize::try_from(id).ok()?)?;
        let first = table.first_nullable.unwrap_or(-1);
        Some((ty, first >= 0 && id >= first))
    }

    /// The class of a supertype, `a/b/Outer.Inner`, and whether a typealias of it was written.
    pub fn class_of(&self, inline: Option<&'a Type>, id: Option<i32>) -> Option<(String, bool)> {
        let ty = inline.or_else(|| self.in_table(id?).map(|(ty, _)| ty))?;
        let is_alias = ty.abbreviated.is_some() || ty.abbreviated_id.is_some();
        ty.class.map(|class| (self.strings.get(Some(class)), is_alias))
    }

    /// The descriptor that a type has by its name; none where it is no class.
    pub fn descriptor(&self, inline: Option<&'a Type>, id: Option<i32>) -> Option<String> {
        let ty = inline.or_else(|| self.in_table(id?).map(|(ty, _)| ty))?;
        Some(compiled::descriptor(&self.strings.get(Some(ty.class?))))
    }

    fn show(&mut self, ty: &'a Type, nullable: bool, depth: usize) -> String {
        if depth > DEEPEST || self.names.is_exhausted() {
            return "Any".to_owned();
        }
        // What was written is the name of a typealias; it says by itself whether it may be null.
        if let Some(written) = self.found(ty.abbreviated.as_deref(), ty.abbreviated_id, depth + 1) {
            return written;
        }
        let nullable = nullable || ty.nullable == Some(true);
        let flags = ty.flags.unwrap_or(0);
        let (mut text, is_function) = self.bare(ty, flags & 1 != 0, depth);
        if flags & 2 != 0 {
            text.push_str(" & Any");
        }
        match (nullable, is_function) {
            (true, true) => format!("({text})?"),
            (true, false) => format!("{text}?"),
            (false, _) => text,
        }
    }

    /// The type without its question mark, and whether it is written with an arrow.
    fn bare(&mut self, ty: &'a Type, suspend: bool, depth: usize) -> (String, bool) {
        if let Some(number) = ty.parameter {
            let found = self.parameters.iter().rev().find(|(id, _)| *id == number);
            return (found.map_or_else(|| "Any".to_owned(), |(_, name)| name.clone()), false);
        }
        if ty.parameter_name.is_some() {
            return (name(&self.strings.get(ty.parameter_name)).unwrap_or_else(|| "Any".to_owned()), false);
        }
        let class = self.strings.get(ty.class.or(ty.alias));
        if let Some(function) = self.function(&class, ty, suspend, depth) {
            return (function, true);
        }
        let outer = self.found(ty.outer.as_deref(), ty.outer_id, depth + 1).filter(|outer| outer.ends_with('>'));
        let simple = class.rsplit('.').next().unwrap_or_default();
        let called = match (outer, name(simple)) {
            (Some(outer), Some(simple)) => format!("{outer}.{simple}"),
            _ => self.names.class_id(&class),
        };
        (called + &self.arguments(&ty.arguments, depth), false)
    }

    fn arguments(&mut self, arguments: &'a [Argument], depth: usize) -> String {
        if arguments.is_empty() {
            return String::new();
        }
        let texts: Vec<String> = arguments.iter().map(|argument| self.argument(argument, depth)).collect();
        format!("<{}>", texts.join(", "))
    }

    fn argument(&mut self, argument: &'a Argument, depth: usize) -> String {
        let projection = match argument.projection {
            Some(0) => "in ",
            Some(1) => "out ",
            Some(3) => return "*".to_owned(),
            _ => "",
        };
        let ty = self.found(argument.ty.as_ref(), argument.type_id, depth + 1);
        format!("{projection}{}", ty.unwrap_or_else(|| "Any".to_owned()))
    }

    /// `kotlin/Function2<A, B, R>` as `(A, B) -> R`. One that suspends is noted as it is compiled: with a continuation of its
    /// result, and `Any?`.
    fn function(&mut self, class: &str, ty: &'a Type, suspend: bool, depth: usize) -> Option<String> {
        class.strip_prefix("kotlin/Function").filter(|count| count.parse::<u16>().is_ok())?;
        let arguments = &ty.arguments;
        let (parameters, result) = if suspend {
            let [parameters @ .., continuation, _] = &arguments[..] else { return None };
            let inline = continuation.ty.as_ref();
            let ty = inline.or_else(|| self.in_table(continuation.type_id?).map(|(ty, _)| ty))?;
            (parameters, self.argument(ty.arguments.first()?, depth + 1))
        } else {
            let [parameters @ .., result] = &arguments[..] else { return None };
            (parameters, self.argument(result, depth))
        };
        let is_extension =
            ty.annotations.iter().any(|annotation| self.strings.get(annotation.id) == "kotlin/ExtensionFunctionType");
        let (contexts, parameters) = parameters.split_at(self.count_of_contexts(ty).min(parameters.len()));
        let contexts: Vec<String> = contexts.iter().map(|context| self.argument(context, depth)).collect();
        let contexts = if contexts.is_empty() { String::new() } else { format!("context({}) ", contexts.join(", ")) };
        let (receiver, parameters) = match parameters {
            [receiver, rest @ ..] if is_extension => (parenthesised(self.argument(receiver, depth)) + ".", rest),
            all => (String::new(), all),
        };
        let texts: Vec<String> = parameters.iter().map(|parameter| self.parameter(parameter, depth)).collect();
        let suspend = if suspend { "suspend " } else { "" };
        Some(format!("{suspend}{contexts}{receiver}({}) -> {result}", texts.join(", ")))
    }

    /// A parameter of a function type: `name: Type` where it was given a name, which an annotation of its type notes.
    fn parameter(&mut self, parameter: &'a Argument, depth: usize) -> String {
        let ty = parameter.ty.as_ref().or_else(|| self.in_table(parameter.type_id?).map(|(ty, _)| ty));
        let noted = ty.and_then(|ty| {
            let named = ty.annotations.iter().find(|one| self.strings.get(one.id) == "kotlin/ParameterName")?;
            named.arguments.first()?.value.as_ref()?.string
        });
        let called = noted.and_then(|noted| name(&self.strings.get(Some(noted)))).filter(|called| called != "`_`");
        let text = self.argument(parameter, depth);
        match called {
            Some(called) => format!("{called}: {text}"),
            None => text,
        }
    }

    /// How many of a function type's first parameters are its contexts.
    fn count_of_contexts(&self, ty: &Type) -> usize {
        let of_contexts = |id: Option<i32>| self.strings.get(id) == "kotlin/ContextFunctionTypeParams";
        let annotation = ty.annotations.iter().find(|annotation| of_contexts(annotation.id));
        let count = annotation.and_then(|annotation| annotation.arguments.first()?.value.as_ref()?.number);
        count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
    }

    /// `context(name: Type) `, or `context(Type) ` as it was written before Kotlin 2.2; empty where a declaration has none.
    pub fn contexts(&mut self, parameters: &'a [ValueParameter], receivers: &'a [Type], ids: &[i32]) -> String {
        let mut texts = Vec::new();
        for parameter in parameters.iter().take(MOST_PARAMETERS) {
            // One that nobody needs by name is called so.
            let called = name(&self.strings.get(parameter.name)).filter(|called| called != "`_`");
            let ty = self.ty(parameter.ty.as_ref(), parameter.type_id);
            texts.push(format!("{}: {ty}", called.as_deref().unwrap_or("_")));
        }
        if texts.is_empty() {
            texts.extend(receivers.iter().take(MOST_PARAMETERS).map(|receiver| self.ty(Some(receiver), None)));
            texts.extend(ids.iter().take(MOST_PARAMETERS).map(|id| self.ty(None, Some(*id))));
        }
        if texts.is_empty() { String::new() } else { format!("context({}) ", texts.join(", ")) }
    }

    /// `name: Type = default`, in parentheses. `kept` tells which are properties.
    pub fn parameters(&mut self, parameters: &'a [ValueParameter], kept: impl Fn(&str) -> Option<String>) -> String {
        let mut texts = Vec::new();
        for (at, parameter) in parameters.iter().enumerate().take(MOST_PARAMETERS) {
            let flags = parameter.flags.unwrap_or(0);
            let plain = self.strings.get(parameter.name);
            let called = name(&plain).unwrap_or_else(|| format!("p{at}"));
            let mut text = String::new();
            let is_vararg = parameter.vararg.is_some() || parameter.vararg_id.is_some();
            for (is_set, word) in
                [(is_vararg, "vararg "), (flags & 4 != 0, "crossinline "), (flags & 8 != 0, "noinline ")]
            {
                if is_set {
                    text.push_str(word);
                }
            }
            text.push_str(&kept(&plain).unwrap_or_default());
            let ty = if is_vararg {
                self.ty(parameter.vararg.as_ref(), parameter.vararg_id)
            } else {
                self.ty(parameter.ty.as_ref(), parameter.type_id)
            };
            let _ = write!(text, "{called}: {ty}");
            if flags & 2 != 0 {
                text.push_str(DEFAULT);
            }
            texts.push(text);
        }
        format!("({})", texts.join(", "))
    }
}

/// A receiver's type: one with an arrow or an intersection needs parentheses.
pub fn parenthesised(ty: String) -> String {
    let mut depth = 0_i32;
    let mut rest = ty.as_str();
    let mut is_joined = ty.starts_with("suspend ") || ty.starts_with("context(");
    while let Some(first) = rest.chars().next() {
        if depth == 0 && (rest.starts_with("->") || rest.starts_with(" & ")) {
            is_joined = true;
            break;
        }
        // The arrow's own bracket closes nothing.
        let length = if rest.starts_with("->") { 2 } else { first.len_utf8() };
        match first {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            _ => {}
        }
        rest = &rest[length..];
    }
    if is_joined { format!("({ty})") } else { ty }
}

#[cfg(test)]
mod tests {
    use super::parenthesised;

    #[test]
    fn receivers_are_parenthesised_where_they_must_be() {
        for (plain, expected) in [
            ("String?", "String?"),
            ("List<(A) -> B>", "List<(A) -> B>"),
            ("(A) -> B", "((A) -> B)"),
            ("((A) -> B)?", "((A) -> B)?"),
            ("suspend () -> B", "(suspend () -> B)"),
            ("T & Any", "(T & Any)"),
        ] {
            assert_eq!(parenthesised(plain.to_owned()), expected);
        }
    }
}
