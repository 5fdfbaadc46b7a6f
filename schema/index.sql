-- The index of one artifact: the whole data definition of jardex's open format.
--
-- One immutable SQLite file holds everything known of one artifact. It is written once, in one transaction, rows in
-- path order with explicit ids, and then only ever opened read-only. The same input gives the same bytes: nothing in
-- here depends on a clock, a machine, a thread or a folder. docs/index-format.md shows queries to run by hand.
--
-- Positions are bytes of the decoded text (UTF-8, byte order mark left out), end exclusive; lines are 1-based and
-- inclusive, counted as javac counts them (LF, CR LF and a lone CR each end a line).

-- Facts about the whole artifact as name and value: format, group_id, artifact_id, version, origin, source_digest,
-- commit, and the counts files, types, methods, fields, unparsed_files, bytes, lines, local_types. It lets a file be
-- recognised without the registry record that points to it.
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Compressed pieces of the original bytes of text files, at most 32 KiB before compression, several small files to a
-- block: reading one file inflates one block, and neighbours compress together. `size` is the length before
-- compression; `crc` is the CRC-32 of `data`, because SQLite has no page checksums.
CREATE TABLE block (
  id   INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  crc  INTEGER NOT NULL,
  data BLOB    NOT NULL            -- zstd
);

-- Every folder that holds something, root ('') included; the counts of list_folder_tree without counting.
CREATE TABLE folder (
  id         INTEGER PRIMARY KEY,
  path       TEXT    NOT NULL,     -- 'org/example', '' for the root
  parent     INTEGER,              -- folder.id; NULL for the root
  file_count INTEGER NOT NULL      -- files directly in it
);
-- A folder by its path.
CREATE UNIQUE INDEX folder_path ON folder (path);
-- The folders in a folder, by name.
CREATE INDEX folder_parent ON folder (parent, path);

-- Every file of the artifact, ids in byte order of path. A text file's original bytes begin at `offset` of block `block`
-- and run on through the blocks that follow; a binary file has no block, no lines and no encoding. A file whose name
-- leaves the root lies in no folder: it is found by searching, never by walking.
CREATE TABLE file (
  id          INTEGER PRIMARY KEY,
  folder      INTEGER,             -- folder.id; NULL: not addressable
  path        TEXT    NOT NULL,    -- as in the archive, '/' between segments
  size        INTEGER NOT NULL,    -- bytes as stored in the artifact
  line_count  INTEGER,             -- NULL: binary
  block       INTEGER,             -- block.id; NULL: binary
  offset      INTEGER,             -- in the block before compression
  encoding    TEXT,                -- NULL: UTF-8; else how it was decoded, 'UTF-16LE', 'ISO-8859-1', ...
  language    TEXT,                -- 'java', 'kotlin' or NULL
  package     INTEGER,             -- package.id, as declared; NULL: declares none
  addressable INTEGER NOT NULL,    -- 0: its name leaves the root and cannot be asked for
  test        INTEGER NOT NULL,    -- 1: under a test source root
  release     INTEGER,             -- the Java release of a multi-release overlay, else NULL
  import_start_line INTEGER,       -- the import section, NULL where there is none
  import_end_line   INTEGER,
  import_start INTEGER,            -- the same in bytes
  import_end   INTEGER,
  local_types INTEGER NOT NULL,    -- types declared in bodies, which are left out of `type`
  problem     TEXT                 -- why it did not parse cleanly; NULL: it did
);
-- A file by its path.
CREATE UNIQUE INDEX file_path ON file (path);
-- The files of a folder, by path.
CREATE INDEX file_folder ON file (folder, path);

-- Every package that a file declares or documents, ids in byte order of name ('' is the default package).
CREATE TABLE package (
  id          INTEGER PRIMARY KEY,
  name        TEXT    NOT NULL,
  type_count  INTEGER NOT NULL,    -- top-level types directly in it, overlays left out
  description TEXT                 -- first sentence of package-info.java, package.html or KDoc
);
-- A package by its name.
CREATE UNIQUE INDEX package_name ON package (name);

-- Every declared type, in file order. A name may stand twice: Kotlin's expect and actual, and a facade of several files
-- (`part` counts its files from 0; the others always have 0).
CREATE TABLE type (
  id          INTEGER PRIMARY KEY,
  file        INTEGER NOT NULL,    -- file.id
  package     INTEGER NOT NULL,    -- package.id
  owner       INTEGER,             -- type.id of the type around it
  name        TEXT    NOT NULL,    -- 'Outer.Inner', without the package
  kind        TEXT    NOT NULL,    -- class interface enum annotation record object facade typealias
  language    TEXT    NOT NULL,    -- java kotlin
  modifiers   TEXT    NOT NULL,    -- 'public static final', as written
  signature   TEXT    NOT NULL,    -- the header on one line
  type_parameters TEXT NOT NULL,   -- 'K, V'
  annotations TEXT    NOT NULL,    -- 'Deprecated, Beta'
  part        INTEGER NOT NULL,
  release     INTEGER,             -- as file.release
  test        INTEGER NOT NULL,    -- as file.test
  start_line  INTEGER NOT NULL,
  end_line    INTEGER NOT NULL,
  name_line   INTEGER NOT NULL,
  start_byte  INTEGER NOT NULL,
  end_byte    INTEGER NOT NULL,
  body_start  INTEGER,             -- between the braces
  body_end    INTEGER,
  doc_start   INTEGER,             -- the doc comment, delimiters included
  doc_end     INTEGER,
  description TEXT                 -- first sentence of the doc comment
);
-- Types of a package by name, and a type by its qualified name.
CREATE INDEX type_package ON type (package, name);
-- The types of a file.
CREATE INDEX type_file ON type (file);

-- The supertypes of a type as written, in order.
CREATE TABLE supertype (
  type     INTEGER NOT NULL,       -- type.id
  position INTEGER NOT NULL,
  relation TEXT    NOT NULL,       -- extends implements permits alias
  name     TEXT    NOT NULL,       -- 'Map.Entry'
  text     TEXT    NOT NULL,       -- 'Map.Entry<K, V>'
  PRIMARY KEY (type, position)
) WITHOUT ROWID;

-- Every method, constructor and annotation element, in file order.
CREATE TABLE method (
  id          INTEGER PRIMARY KEY,
  type        INTEGER NOT NULL,    -- type.id
  file        INTEGER NOT NULL,    -- file.id
  name        TEXT    NOT NULL,
  kind        TEXT    NOT NULL,    -- method constructor element
  receiver    TEXT,                -- Kotlin extension receiver
  parameter_types TEXT NOT NULL,   -- 'Map<K, V>, int...', as written; '...' for Kotlin's vararg too
  return_type TEXT,
  modifiers   TEXT    NOT NULL,
  signature   TEXT    NOT NULL,    -- as written, on one line
  annotations TEXT    NOT NULL,
  start_line  INTEGER NOT NULL,
  end_line    INTEGER NOT NULL,
  name_line   INTEGER NOT NULL,
  start_byte  INTEGER NOT NULL,
  end_byte    INTEGER NOT NULL,
  body_start  INTEGER,
  body_end    INTEGER,
  doc_start   INTEGER,
  doc_end     INTEGER,
  description TEXT
);
-- The methods of a type.
CREATE INDEX method_type ON method (type);
-- A method by its name, for search.
CREATE INDEX method_name ON method (name);

-- Every field, enum constant, record component and Kotlin property, in file order.
CREATE TABLE field (
  id          INTEGER PRIMARY KEY,
  type        INTEGER NOT NULL,    -- type.id
  file        INTEGER NOT NULL,    -- file.id
  name        TEXT    NOT NULL,
  kind        TEXT    NOT NULL,    -- field enum_constant record_component property
  receiver    TEXT,
  field_type  TEXT,                -- as written
  modifiers   TEXT    NOT NULL,
  signature   TEXT    NOT NULL,
  annotations TEXT    NOT NULL,
  start_line  INTEGER NOT NULL,
  end_line    INTEGER NOT NULL,
  name_line   INTEGER NOT NULL,
  start_byte  INTEGER NOT NULL,
  end_byte    INTEGER NOT NULL,
  doc_start   INTEGER,
  doc_end     INTEGER,
  description TEXT
);
-- The fields of a type.
CREATE INDEX field_type ON field (type);
-- A field by its name, for search.
CREATE INDEX field_name ON field (name);

-- The imports of a file, in order.
CREATE TABLE import (
  file     INTEGER NOT NULL,       -- file.id
  position INTEGER NOT NULL,
  line     INTEGER NOT NULL,
  path     TEXT    NOT NULL,       -- without '.*'
  alias    TEXT,
  kind     TEXT    NOT NULL,       -- single star static static_star module
  PRIMARY KEY (file, position)
) WITHOUT ROWID;

-- What is wrong with the artifact or with files that are not in `file` (an entry with an unusable name, say).
CREATE TABLE problem (
  id     INTEGER PRIMARY KEY,
  what   TEXT NOT NULL,
  reason TEXT NOT NULL
);

-- Trigram postings: which text files hold three bytes in a row; ASCII letters are folded to lower case, and so are the two
-- other letters that are equal to one without case, the Kelvin sign and the long s. Postings are packed, a page to a
-- row, because a row each would cost more than the postings: `first` is the lowest code in the row
-- (byte 1 << 16 | byte 2 << 8 | byte 3); `data` repeats (code minus the one before as varint, length of the list in
-- bytes as varint, file ids as varint differences); `crc` is the CRC-32 of `data`.
CREATE TABLE trigram (
  first INTEGER PRIMARY KEY,
  crc   INTEGER NOT NULL,
  data  BLOB    NOT NULL
);
