//! What a query names: a symbol, or what names one where it is pasted. Wildcards are refused with what to do instead.

use crate::error::Failure;
use crate::search::{compiler, pasted, type_of_file};
use crate::text::escape::visible;
use crate::tools::symbol::{self, Pasted};
use crate::tools::{Call, list_methods, list_types, search_code};

/// Longest name that is looked for: no declaration's is longer than a class file allows.
const LONGEST: usize = 65_535;

/// What is asked for.
///
/// # Errors
/// `invalid_argument` for what names nothing, and for wildcards.
pub fn asked(call: &Call<'_>) -> Result<Pasted, Failure> {
    let text = call.args.required("query")?;
    if text.len() > LONGEST {
        return Err(Failure::argument("query", "is longer than any name"));
    }
    let named = symbol::named(text);
    // What stands in parentheses are parameters, `List<*>` among them; a name between backticks may be of any characters.
    let name = named.split('(').next().unwrap_or(&named);
    if name.contains(['*', '?']) && !name.contains('`') {
        // As imports are written.
        if let Some(of) = name.strip_suffix(".*").filter(|of| !of.contains(['*', '?'])) {
            let (types, methods) = (call.tool(&list_types::TOOL), call.tool(&list_methods::TOOL));
            let of = visible(of);
            let instead = format!(
                "{types} lists the types of {of} where it is a package, {methods} its methods where it is a type"
            );
            return Err(Failure::argument("query", format!("takes no wildcards: {instead}")));
        }
        let plain = name.replace(['*', '?'], " ");
        let parts = || plain.split(' ').map(|part| part.trim_matches(['.', '#'])).filter(|part| !part.is_empty());
        let instead = match parts().max_by_key(|part| part.len()) {
            Some(plain) => format!("{plain} finds the names that begin with it or hold it"),
            None => "a part of a name finds those that hold it".to_owned(),
        };
        if parts().count() > 1 {
            let (types, filter) = (call.tool(&list_types::TOOL), call.parameter(&list_types::TOOL, "name_filter"));
            let globs = format!("{filter} of {types} takes globs in one artifact");
            return Err(Failure::argument("query", format!("takes no wildcards: {instead}, and {globs}")));
        }
        return Err(Failure::argument("query", format!("takes no wildcards: {instead}")));
    }
    if let Some(name) = of_message(text) {
        return symbol::pasted("query", &name);
    }
    let search = call.tool(&search_code::TOOL);
    symbol::pasted("query", type_of_file(text)).map_err(|failure| {
        failure.hint(format!("write a.b.Type, a.b.Type#member or a.b.Type#method(String); {search} takes text"))
    })
}

/// The name that a message is about: of a compiler's all its names, of an exception's what it says, or the exception itself.
fn of_message(text: &str) -> Option<String> {
    if let Some(names) = compiler::named(text) {
        return Some(names.split_whitespace().collect::<Vec<_>>().join("."));
    }
    let text = text.trim();
    let is_head = text.split_whitespace().next().is_some_and(|word| word.ends_with(':') && word.contains('.'));
    let is_message = is_head || text.starts_with("Caused by: ");
    pasted::names(text).into_iter().next().filter(|_| is_message).map(|name| name.written)
}
