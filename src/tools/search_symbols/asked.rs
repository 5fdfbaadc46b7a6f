//! What a query names: a symbol, or what names one where it is pasted. Wildcards are refused with what to do instead.

use crate::error::Failure;
use crate::search::type_of_file;
use crate::text::escape::visible;
use crate::tools::symbol::{self, Pasted};
use crate::tools::{Call, list_methods, list_types};

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
    symbol::pasted("query", type_of_file(text))
}
