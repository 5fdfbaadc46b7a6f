//! Members that nobody wrote: what the languages make of records and enums.

use super::member::{Access, Member, Shape, Told, word};
use super::notes::Notes;
use super::typed::{Erased, Name, Type, same_erased};
use crate::model::TypeKind;
use crate::store::TypeRow;

/// A member that nobody wrote.
#[must_use]
pub fn member(
    row: &TypeRow,
    shape: Shape,
    kind: &'static str,
    name: &str,
    access: Access,
    signature: String,
) -> Member {
    Member {
        shape,
        kind,
        language: row.language,
        name: name.to_owned(),
        parameters: Vec::new(),
        erased: Vec::new(),
        written: Vec::new(),
        result: None,
        erased_result: Erased::named("void"),
        told: Told::Written,
        bounds: Vec::new(),
        level: 0,
        throws: Vec::new(),
        access,
        modifiers: Vec::new(),
        is_vararg: false,
        is_extension: false,
        contexts: 0,
        named: Vec::new(),
        element_default: None,
        notes: Notes::default(),
        signature,
        lines: row.lines,
        file: row.file,
        bytes: row.bytes,
        body: None,
        doc: None,
        is_constant: false,
        implicit: true,
        by_lombok: None,
        machine: Vec::new(),
        setter: None,
    }
}

/// Adds the methods that a record (JLS 8.10.3) or an enum (JLS 8.9.3) has where they are not written.
pub fn add(row: &TypeRow, members: &mut Vec<Member>) {
    let own = Erased::named(&row.qualified_name());
    let simple = row.name.rsplit('.').next().unwrap_or(&row.name);
    let modifiers: &[&str] = if row.kind == TypeKind::Enum { &["public", "static"] } else { &["public"] };
    let method = |name: &str, parameters: &[&str], erased_result: Erased, result: &str| {
        let written: Vec<String> = parameters.iter().map(|of| of.rsplit('.').next().unwrap_or(of).to_owned()).collect();
        let signature = format!("{} {result} {name}({})", modifiers.join(" "), written.join(", "));
        Member {
            parameters: parameters.iter().map(|of| plain(of)).collect(),
            erased: parameters.iter().map(|of| Erased::named(of)).collect(),
            modifiers: modifiers.iter().map(|&modifier| modifier.to_owned()).collect(),
            written,
            erased_result,
            ..member(row, Shape::Method, "method", name, Access::Public, signature)
        }
    };
    let made = match row.kind {
        TypeKind::Record => vec![
            method("equals", &["java.lang.Object"], Erased::named("boolean"), "boolean"),
            method("hashCode", &[], Erased::named("int"), "int"),
            method("toString", &[], Erased::named("java.lang.String"), "String"),
        ],
        TypeKind::Enum => vec![
            method("values", &[], own.clone().array(), &format!("{simple}[]")),
            method("valueOf", &["java.lang.String"], own, simple),
        ],
        _ => Vec::new(),
    };
    for method in made {
        if !members.iter().any(|member| member.matches(&method)) {
            members.push(method);
        }
    }
}

/// A type without type arguments.
#[must_use]
pub fn plain(name: &str) -> Type {
    Type::Named { name: Name::known(name), arguments: Vec::new(), nullable: false }
}

/// The canonical constructor of a record; its accessors are its components.
pub fn add_record(row: &TypeRow, own: Access, simple: &str, members: &mut Vec<Member>) {
    let components: Vec<&Member> = members.iter().filter(|member| member.kind == "record_component").collect();
    let erased: Vec<Erased> = components.iter().map(|member| member.erased_result.clone()).collect();
    let parameters: Vec<Type> = components.iter().filter_map(|member| member.result.clone()).collect();
    let is_vararg = components.last().is_some_and(|member| member.signature.contains("..."));
    let list: Vec<String> = components.iter().map(|member| member.signature.clone()).collect();
    let written: Vec<String> =
        list.iter().map(|one| one.rsplit_once(' ').map_or(one.as_str(), |(of, _)| of).to_owned()).collect();
    // A compact constructor has the parameters of the record without writing them.
    let compact = |member: &Member| member.shape == Shape::Constructor && member.signature.ends_with(simple);
    let is_written = members
        .iter()
        .any(|member| member.shape == Shape::Constructor && !compact(member) && same_erased(&member.erased, &erased));
    if let Some(member) = members.iter_mut().find(|member| compact(member)) {
        (member.erased, member.parameters, member.is_vararg) = (erased, parameters, is_vararg);
        if member.written.is_empty() {
            member.written = written;
        }
        member.signature = format!("{}({})", member.signature, list.join(", "));
    } else if !is_written {
        let signature = format!("{}{simple}({})", word(own), list.join(", "));
        let constructor = member(row, Shape::Constructor, "constructor", "<init>", own, signature);
        members.push(Member { parameters, erased, written, is_vararg, ..constructor });
    }
}
