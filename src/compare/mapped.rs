//! Names that stand for others: Kotlin's own types for the virtual machine, typealiases of libraries that are seldom indexed.

/// What the virtual machine calls Kotlin's own types: the name in Kotlin, the name there, boxed where that differs.
pub const KOTLIN_TYPES: &[(&str, &str, &str)] = &[
    ("Boolean", "boolean", "java.lang.Boolean"),
    ("Byte", "byte", "java.lang.Byte"),
    ("Char", "char", "java.lang.Character"),
    ("Short", "short", "java.lang.Short"),
    ("Int", "int", "java.lang.Integer"),
    ("Long", "long", "java.lang.Long"),
    ("Float", "float", "java.lang.Float"),
    ("Double", "double", "java.lang.Double"),
    ("Any", "java.lang.Object", ""),
    ("Nothing", "java.lang.Void", ""),
    ("String", "java.lang.String", ""),
    ("CharSequence", "java.lang.CharSequence", ""),
    ("Throwable", "java.lang.Throwable", ""),
    ("Number", "java.lang.Number", ""),
    ("Comparable", "java.lang.Comparable", ""),
    ("Cloneable", "java.lang.Cloneable", ""),
    ("Enum", "java.lang.Enum", ""),
    ("Annotation", "java.lang.annotation.Annotation", ""),
    ("Iterable", "java.lang.Iterable", ""),
    ("MutableIterable", "java.lang.Iterable", ""),
    ("Iterator", "java.util.Iterator", ""),
    ("MutableIterator", "java.util.Iterator", ""),
    ("ListIterator", "java.util.ListIterator", ""),
    ("MutableListIterator", "java.util.ListIterator", ""),
    ("Collection", "java.util.Collection", ""),
    ("MutableCollection", "java.util.Collection", ""),
    ("List", "java.util.List", ""),
    ("MutableList", "java.util.List", ""),
    ("Set", "java.util.Set", ""),
    ("MutableSet", "java.util.Set", ""),
    ("Map", "java.util.Map", ""),
    ("MutableMap", "java.util.Map", ""),
    ("Map.Entry", "java.util.Map.Entry", ""),
    ("MutableMap.MutableEntry", "java.util.Map.Entry", ""),
    ("ArrayList", "java.util.ArrayList", ""),
    ("HashMap", "java.util.HashMap", ""),
    ("HashSet", "java.util.HashSet", ""),
    ("LinkedHashMap", "java.util.LinkedHashMap", ""),
    ("LinkedHashSet", "java.util.LinkedHashSet", ""),
    ("RandomAccess", "java.util.RandomAccess", ""),
    ("Comparator", "java.util.Comparator", ""),
    ("Exception", "java.lang.Exception", ""),
    ("Error", "java.lang.Error", ""),
    ("RuntimeException", "java.lang.RuntimeException", ""),
    ("IllegalArgumentException", "java.lang.IllegalArgumentException", ""),
    ("IllegalStateException", "java.lang.IllegalStateException", ""),
    ("IndexOutOfBoundsException", "java.lang.IndexOutOfBoundsException", ""),
    ("UnsupportedOperationException", "java.lang.UnsupportedOperationException", ""),
    ("NumberFormatException", "java.lang.NumberFormatException", ""),
    ("NullPointerException", "java.lang.NullPointerException", ""),
    ("ClassCastException", "java.lang.ClassCastException", ""),
    ("AssertionError", "java.lang.AssertionError", ""),
    ("NoSuchElementException", "java.util.NoSuchElementException", ""),
    ("ConcurrentModificationException", "java.util.ConcurrentModificationException", ""),
    ("CancellationException", "java.util.concurrent.CancellationException", ""),
    ("StringBuilder", "java.lang.StringBuilder", ""),
    ("Appendable", "java.lang.Appendable", ""),
    ("AutoCloseable", "java.lang.AutoCloseable", ""),
];

/// Packages of Kotlin's own types that need no import.
pub const KOTLIN_PACKAGES: [&str; 4] = ["kotlin.", "kotlin.collections.", "kotlin.comparisons.", "kotlin.text."];

/// What the virtual machine calls a type, where that is one of Kotlin's own by its qualified name.
#[must_use]
pub fn machine_name(name: &str) -> &str {
    let own = KOTLIN_PACKAGES.iter().filter_map(|package| name.strip_prefix(package));
    let mut known = own.filter_map(|simple| KOTLIN_TYPES.iter().find(|(kotlin, ..)| *kotlin == simple));
    known.next().map_or(name, |(_, machine, boxed)| if boxed.is_empty() { *machine } else { *boxed })
}

/// Typealiases of libraries that others' signatures are full of, and what they stand for: the library is seldom indexed.
pub const ALIASES: &[(&str, &str)] = &[
    ("kotlinx.coroutines.CancellationException", "java.util.concurrent.CancellationException"),
    ("kotlinx.io.EOFException", "java.io.EOFException"),
    ("kotlinx.io.IOException", "java.io.IOException"),
    ("okio.EOFException", "java.io.EOFException"),
    ("okio.FileNotFoundException", "java.io.FileNotFoundException"),
    ("okio.IOException", "java.io.IOException"),
    ("okio.Closeable", "java.io.Closeable"),
];
