-- Views of an index for reading by hand: names and texts in the place of their numbers. They are no part of an index, because
-- whoever opens one reads all that its schema says: sqlite3 -init schema/views.sql "file:index.db?immutable=1"

-- Types as they are to be read: type_parameters is 'K, V', annotations 'Deprecated, Beta', modifiers as written.
CREATE TEMP VIEW type AS
SELECT t.id, t.file, t.package, t.owner, t.name,
  CASE t.kind WHEN 0 THEN 'class' WHEN 1 THEN 'interface' WHEN 2 THEN 'enum' WHEN 3 THEN 'annotation' WHEN 4 THEN 'record'
    WHEN 5 THEN 'object' WHEN 6 THEN 'facade' ELSE 'typealias' END AS kind,
  ifnull(modifiers.text, '') AS modifiers, ifnull(parameters.text, '') AS type_parameters,
  ifnull(annotations.text, '') AS annotations,
  t.part, t.release, t.test, t.start_line, t.start_line + t.more_lines AS end_line, t.start_line + t.name_after AS name_line,
  t.start_byte, t.start_byte + t.size AS end_byte, t.body_start, t.body_end, t.doc_start, t.doc_end,
  t.first_method, t.last_method, t.first_field, t.last_field
FROM type_row AS t
LEFT JOIN phrase AS modifiers ON modifiers.id = t.modifiers
LEFT JOIN phrase AS parameters ON parameters.id = t.type_parameters
LEFT JOIN phrase AS annotations ON annotations.id = t.annotations;

-- Supertypes as they are to be read.
CREATE TEMP VIEW supertype AS
SELECT type, position,
  CASE relation WHEN 0 THEN 'extends' WHEN 1 THEN 'implements' WHEN 2 THEN 'permits' ELSE 'alias' END AS relation,
  name, ifnull(text, name) AS text
FROM supertype_row;

-- The names of supertypes in bodies.
CREATE TEMP VIEW local_supertype AS
SELECT file, phrase.text AS name FROM local_supertype_row JOIN phrase ON phrase.id = name;

-- Methods as they are to be read: parameter_types is 'Map<K, V>, int...', as written, '...' for Kotlin's vararg too.
CREATE TEMP VIEW method AS
SELECT m.id, m.type, type.file, name.text AS name,
  CASE m.kind WHEN 0 THEN 'method' WHEN 1 THEN 'constructor' ELSE 'element' END AS kind,
  receiver.text AS receiver, ifnull(parameters.text, '') AS parameter_types, returned.text AS return_type,
  ifnull(modifiers.text, '') AS modifiers, ifnull(annotations.text, '') AS annotations,
  m.start_line, m.start_line + m.more_lines AS end_line, m.start_line + m.name_after AS name_line
FROM method_row AS m
JOIN type_row AS type ON type.id = m.type
JOIN name ON name.id = m.name
LEFT JOIN phrase AS receiver ON receiver.id = m.receiver
LEFT JOIN phrase AS parameters ON parameters.id = m.parameter_types
LEFT JOIN phrase AS returned ON returned.id = m.return_type
LEFT JOIN phrase AS modifiers ON modifiers.id = m.modifiers
LEFT JOIN phrase AS annotations ON annotations.id = m.annotations;

-- Fields as they are to be read.
CREATE TEMP VIEW field AS
SELECT f.id, f.type, type.file, name.text AS name,
  CASE f.kind WHEN 0 THEN 'field' WHEN 1 THEN 'enum_constant' WHEN 2 THEN 'record_component' ELSE 'property' END AS kind,
  receiver.text AS receiver, written.text AS field_type,
  ifnull(modifiers.text, '') AS modifiers, ifnull(annotations.text, '') AS annotations,
  f.start_line, f.start_line + f.more_lines AS end_line, f.start_line + f.name_after AS name_line
FROM field_row AS f
JOIN type_row AS type ON type.id = f.type
JOIN name ON name.id = f.name
LEFT JOIN phrase AS receiver ON receiver.id = f.receiver
LEFT JOIN phrase AS written ON written.id = f.field_type
LEFT JOIN phrase AS modifiers ON modifiers.id = f.modifiers
LEFT JOIN phrase AS annotations ON annotations.id = f.annotations;

-- Imports as they are to be read: the path without '.*'.
CREATE TEMP VIEW import AS
SELECT i.file, i.position, i.line, phrase.text AS path, i.alias,
  CASE i.kind WHEN 0 THEN 'single' WHEN 1 THEN 'star' WHEN 2 THEN 'static' WHEN 3 THEN 'static_star' ELSE 'module' END
    AS kind
FROM import_row AS i
JOIN phrase ON phrase.id = i.path;
