-- The index of one artifact: the whole data definition of jardex's open format.
--
-- One immutable SQLite file holds everything known of one artifact. It is written once, in one transaction, rows in
-- path order with explicit ids, and then only ever opened read-only. The same input gives the same bytes: nothing in
-- here depends on a clock, a machine, a thread or a folder. docs/index-format.md shows queries to run by hand.
--
-- Positions are bytes of the decoded text (UTF-8, byte order mark left out), end exclusive; lines are 1-based and
-- inclusive, counted as javac counts them (LF, CR LF and a lone CR each end a line).

-- Facts about the whole artifact as name and value: format, group_id, artifact_id, version, origin, source_digest,
-- commit, gram_bits, and the counts files, types, methods, fields, unparsed_files, bytes, lines, local_types. It lets a file be
-- recognised without the registry record that points to it.
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Compressed pieces of the original bytes of text files, at most 16 KiB before compression (32 of a source of more than 64 MB), several small files to a
-- block: reading one file inflates one block, and a search those that can hold what it looks for. A block ends where a line does, and
-- between two files of one stands a line end. Only a line that is longer, and a text in another encoding or with a byte order mark, which
-- stands alone in its blocks, make longer ones, of at most 1 MiB. `size` is the length before
-- compression; `crc` is the CRC-32 of `data`, because SQLite has no page checksums.
CREATE TABLE block (
  id   INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  crc  INTEGER NOT NULL,
  data BLOB    NOT NULL            -- zstd, with the dictionary in `layout`
);

-- What blocks of text need to be read, each a row as those of `block`, but without a dictionary. Row 1 is the dictionary of
-- the blocks, plain content without a header, empty where they have none. Row 2 says which file each block begins with, the
-- first block first, in varints of seven bits a byte: (file id minus that of the block before) << 1 | 1 where the text
-- stands alone.
CREATE TABLE layout (
  id   INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  crc  INTEGER NOT NULL,
  data BLOB    NOT NULL            -- zstd
);

-- Every folder that holds something, root ('') included, ids in byte order of path, so that one is found by halving; the
-- counts of list_folder_tree without counting.
CREATE TABLE folder (
  id         INTEGER PRIMARY KEY,
  path       TEXT    NOT NULL,     -- 'org/example', '' for the root
  parent     INTEGER,              -- folder.id; NULL for the root
  file_count INTEGER NOT NULL      -- files directly in it
);
-- The folders in a folder, in order of id, which is that of their names.
CREATE INDEX folder_parent ON folder (parent);

-- Every file of the artifact, ids in byte order of path, so that one is found by halving. A text file's original bytes begin at `offset` of block `block`
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
-- The files of a folder, in order of id, which is that of their paths.
CREATE INDEX file_folder ON file (folder);

-- Every package that a file declares or documents, ids in byte order of name ('' is the default package).
CREATE TABLE package (
  id          INTEGER PRIMARY KEY,
  name        TEXT    NOT NULL,
  type_count  INTEGER NOT NULL,    -- top-level types directly in it, overlays left out
  description TEXT                 -- first sentence of package-info.java, package.html or KDoc
);

-- Every declared type, in file order, so that those of a file follow one another; its language is the file's. A name may stand twice: Kotlin's expect and actual, and a facade of several files
-- (`part` counts its files from 0; the others always have 0). The view `type` of views.sql shows it in words. Its signature and the first
-- sentence of its documentation are in `header`; by its name it is found in `type_list`.
CREATE TABLE type_row (
  id          INTEGER PRIMARY KEY,
  file        INTEGER NOT NULL,    -- file.id
  package     INTEGER NOT NULL,    -- package.id
  owner       INTEGER,             -- type.id of the type around it
  name        TEXT    NOT NULL,    -- 'Outer.Inner', without the package
  kind        INTEGER NOT NULL,    -- 0 class, 1 interface, 2 enum, 3 annotation, 4 record, 5 object, 6 facade, 7 typealias
  modifiers   INTEGER,             -- phrase.id, here and below; NULL: none
  type_parameters INTEGER,
  annotations INTEGER,
  part        INTEGER NOT NULL,
  release     INTEGER,             -- as file.release
  test        INTEGER NOT NULL,    -- as file.test
  start_line  INTEGER NOT NULL,
  more_lines  INTEGER NOT NULL,    -- how many lines after start_line it ends
  name_after  INTEGER NOT NULL,    -- how many lines after start_line its name stands
  start_byte  INTEGER NOT NULL,
  size        INTEGER NOT NULL,    -- how many bytes after start_byte it ends
  body_start  INTEGER,             -- between the braces
  body_end    INTEGER,
  doc_start   INTEGER,             -- the doc comment, delimiters included
  doc_end     INTEGER,
  first_method INTEGER,            -- method.id of its methods, which are one after the other; NULL: none
  last_method  INTEGER,
  first_field  INTEGER,            -- field.id of its fields
  last_field   INTEGER,
  detail_block INTEGER,            -- detail.id; NULL: it has no members
  detail_offset INTEGER            -- in the block before compression
);

-- Signatures and descriptions of types, of 256 a row, in order of type.id, compressed because they take more than all else of
-- a type. Numbers are varints as in `detail`: how many types; of each the length of its signature, the declaration as
-- written on one line, and that of its description, the first sentence of its documentation, plus one (0: none); then these
-- texts, one after the other.
CREATE TABLE header (
  id   INTEGER PRIMARY KEY,        -- 1 holds the types 1 to 256, 2 the next
  size INTEGER NOT NULL,           -- before compression
  crc  INTEGER NOT NULL,           -- CRC-32 of data
  data BLOB    NOT NULL            -- zstd
);

-- What types are found and lists of types chosen by, of up to 512 types a row, by package name, type name, part and file; zstd. A
-- row begins with how many; of each the length of its name, the step of its package from the one before (from 0 in a row),
-- its id, its kind, 1 for Kotlin | 2 for a test, its part, its release or 0; then the names, one after the other. Not made
-- for SQL.
CREATE TABLE type_list (
  id      INTEGER PRIMARY KEY,     -- from 1
  package INTEGER NOT NULL,        -- package.id of the first type
  name    TEXT    NOT NULL,        -- of the first type
  size    INTEGER NOT NULL,        -- before compression
  crc     INTEGER NOT NULL,        -- CRC-32 of data
  data    BLOB    NOT NULL
);

-- Which members bear which names, of some 8192 members a row, in file order: what a search for symbols reads at once. Five
-- pieces, each with its length before it; numbers are varints as in `detail`: of each file that declares types how many they
-- are, of each of them how many methods and fields; of each method, then each field of a file 0 for the next number of `name`,
-- else 1 + how far below the highest so far; kinds, a byte each, as in the rows; lengths of the new names; the new names. Not
-- made for SQL.
CREATE TABLE symbol_list (
  id   INTEGER PRIMARY KEY,        -- from 1
  size INTEGER NOT NULL,           -- before compression
  crc  INTEGER NOT NULL,           -- CRC-32 of data
  data BLOB    NOT NULL            -- zstd
);

-- The supertypes of a type as written, in order. The view `supertype` of views.sql shows it in words.
CREATE TABLE supertype_row (
  type     INTEGER NOT NULL,       -- type.id
  position INTEGER NOT NULL,
  relation INTEGER NOT NULL,       -- 0 extends, 1 implements, 2 permits, 3 alias
  name     TEXT    NOT NULL,       -- 'Map.Entry'
  text     TEXT,                   -- 'Map.Entry<K, V>'; NULL: it is the name
  PRIMARY KEY (type, position)
) WITHOUT ROWID;

-- In which files bodies may declare a type that extends one of this simple name: anonymous classes, objects without a name, types with
-- names in bodies, and, of an enum whose constants have bodies, the enum. Words around such names are among them, so that none is
-- missing. The view `local_supertype` of views.sql shows it in words.
CREATE TABLE local_supertype_row (
  file INTEGER NOT NULL,           -- file.id
  name INTEGER NOT NULL,           -- phrase.id
  PRIMARY KEY (file, name)
) WITHOUT ROWID;

-- Names of methods and fields, each once.
CREATE TABLE name (
  id   INTEGER PRIMARY KEY,        -- in order of first appearance
  text TEXT    NOT NULL
);

-- What rows of members and imports repeat, each once: types, parameter lists, modifiers, annotations, paths.
CREATE TABLE phrase (
  id   INTEGER PRIMARY KEY,        -- in order of first appearance
  text TEXT    NOT NULL
);

-- Every method, constructor and annotation element; those of a type one after the other, in file order. The view
-- `method` of views.sql shows it in words. The rest of it (signature, bytes) is in `detail`.
CREATE TABLE method_row (
  id          INTEGER PRIMARY KEY,
  type        INTEGER NOT NULL,    -- type.id
  name        INTEGER NOT NULL,    -- name.id
  kind        INTEGER NOT NULL,    -- 0 method, 1 constructor, 2 element
  modifiers   INTEGER,             -- phrase.id, here and below; NULL: none
  annotations INTEGER,
  receiver    INTEGER,             -- Kotlin extension receiver
  parameter_types INTEGER,
  return_type INTEGER,
  start_line  INTEGER NOT NULL,
  more_lines  INTEGER NOT NULL,    -- how many lines after start_line it ends
  name_after  INTEGER NOT NULL     -- how many lines after start_line its name stands
);

-- Every field, enum constant, record component and Kotlin property; those of a type one after the other, in file order.
-- The view `field` of views.sql shows it in words.
CREATE TABLE field_row (
  id          INTEGER PRIMARY KEY,
  type        INTEGER NOT NULL,    -- type.id
  name        INTEGER NOT NULL,    -- name.id
  kind        INTEGER NOT NULL,    -- 0 field, 1 enum_constant, 2 record_component, 3 property
  modifiers   INTEGER,             -- phrase.id, here and below; NULL: none
  annotations INTEGER,
  receiver    INTEGER,
  field_type  INTEGER,
  start_line  INTEGER NOT NULL,
  more_lines  INTEGER NOT NULL,
  name_after  INTEGER NOT NULL
);

-- What the rows of members leave out, packed and compressed as text is in `block`. A type's piece begins at
-- `detail_offset` of block `detail_block`: the bytes that its methods take, the bytes that its fields take, then its
-- methods, then its fields, each in order of id. Numbers are LEB128 varints; a step is a difference with its sign in the
-- lowest bit, as Protocol Buffers fold it. A member is: the step from the end of the member before it (of the same kind,
-- from 0 at first) to its first byte; the step from there to its end; its body, then its doc comment; the length of its
-- signature in bytes and the signature, which is the declaration as written on one line. A body or doc comment is 0 where
-- there is none; else 1 + (distance between its first byte and the member's << 1 | 1 where it comes before), then the step
-- to its end, from the member's first byte where it comes before, else from the member's end.
CREATE TABLE detail (
  id   INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  crc  INTEGER NOT NULL,
  data BLOB    NOT NULL            -- zstd
);

-- The imports of a file, in order. The view `import` of views.sql shows it in words.
CREATE TABLE import_row (
  file     INTEGER NOT NULL,       -- file.id
  position INTEGER NOT NULL,
  line     INTEGER NOT NULL,
  path     INTEGER NOT NULL,       -- phrase.id
  alias    TEXT,
  kind     INTEGER NOT NULL,       -- 0 single, 1 star, 2 static, 3 static_star, 4 module
  PRIMARY KEY (file, position)
) WITHOUT ROWID;

-- What is wrong with the artifact or with files that are not in `file` (an entry with an unusable name, say).
CREATE TABLE problem (
  id     INTEGER PRIMARY KEY,
  what   TEXT NOT NULL,
  path   INTEGER NOT NULL,         -- 1: `what` is a path in the artifact
  lack   TEXT NOT NULL,            -- 'whole': nothing is known of it; 'declarations': only what it declares is not known;
                                   -- 'nothing': it is a note
  reason TEXT NOT NULL
);

-- Gram postings: which blocks of text hold four characters in a row. A character is a class of bytes in 6 bits: ASCII letters
-- (and the two other letters that are equal to one without case, the Kelvin sign and the long s) without case from 1,
-- digits from 27, then one or two marks each, as docs/index-format.md lists them; the end of a line (CR or LF) is 0
-- and only stands last. An index of little text keeps fewer bits of each, the highest (fact gram_bits). Postings are packed, a
-- page to a row, because a row each would cost more than the postings: `first` is the lowest code in the row (the first
-- character's class highest); `data` repeats (code minus the one before as varint, head as varint, list); `crc` is the
-- CRC-32 of `data`. A list is the differences of block ids, written as the lowest two bits of the head say: 2, one only,
-- which is the rest of the head; else the rest is the length in bytes of 0, varints, or 1, a byte k and, lowest bits first,
-- for each difference less one its high part (>> k) in zeros, a one, and its k low bits.
CREATE TABLE gram (
  first INTEGER PRIMARY KEY,
  crc   INTEGER NOT NULL,
  data  BLOB    NOT NULL
);

-- Which strings of six characters stand in runs of blocks of text, roughly: a search over many artifacts rules most of them out by
-- this alone. The number of a string is 36 bits, a class for each character as in `gram`, the first one's highest, times
-- 11400714819323198485, modulo 1 << 64, of which the highest 22 bits; no string holds the end of a line. A row is for the blocks
-- from `first` on, up to the next row's, some four megabytes. `data` has a power of two of bits, the lowest of each byte first:
-- one is set where a block of the run holds a string whose number's highest bits are its place.
CREATE TABLE string_map (
  first INTEGER PRIMARY KEY,       -- block.id
  crc   INTEGER NOT NULL,          -- CRC-32 of `data`
  data  BLOB    NOT NULL
);

-- The words of the text files, sorted by their bytes and packed, at most about 64 KiB to a row. A word is a maximal run of
-- ASCII letters, digits, '_', '$' and characters beyond ASCII; those of more than 128 bytes are left out. A word's number is
-- its place in the order, from 0; the word 0 is the empty one, which stands for all that are left out.
CREATE TABLE dictionary (
  first INTEGER PRIMARY KEY,       -- number of the first word in the row
  word  TEXT    NOT NULL,          -- that word
  size  INTEGER NOT NULL,          -- of `data` before compression
  crc   INTEGER NOT NULL,          -- CRC-32 of `data`
  data  BLOB    NOT NULL           -- zstd of the words, a line feed after each
);

-- Word postings: which text files hold a word. Packed as grams are, a code being the number of a word, the list being
-- of (file id minus the one before) << 2 | 2 where it stands in code | 1 where it stands in a comment, a string or a
-- file of no known language.
CREATE TABLE word (
  first INTEGER PRIMARY KEY,
  crc   INTEGER NOT NULL,
  data  BLOB    NOT NULL
);

-- The declarations by number, of up to 4096 types a row; zstd. Declarations count from 0: type by type in order of id, each
-- type before its methods, these before its fields. A row is, in varints: how many types; of each how many methods << 1 | 1
-- where it is a facade's further file (`type.part`), how many fields, the step from the file before (from 0 in a row) and
-- that from the package before, with its sign as in `detail`.
-- Then a byte for each declaration, which says how long it is in terms: in the lowest four bits the step of what is outside
-- of its documentation, in the next three that of its documentation. Then another for each: 1 hidden from users, 2
-- constructor, 4 overrides, 8 deprecated, 16 of a test, an example or made by a tool, 32 of a multi-release overlay; in the
-- highest two how many parts its name has, less one, up to 3.
CREATE TABLE declaration_list (
  id   INTEGER PRIMARY KEY,        -- from 1
  size INTEGER NOT NULL,           -- before compression
  crc  INTEGER NOT NULL,           -- CRC-32 of data
  data BLOB    NOT NULL
);

-- Term postings, for ranked search: which declarations hold a term, in what fields and about how often. A term is the stem
-- of a part of a word (`parseHeaders` holds pars and header). A word counts for the innermost declaration around it. Terms are sorted by their bytes and packed, a page to a row: `data` repeats
-- (how many bytes of the term before are kept, how many follow, these; how many declarations; list). A list of one is the
-- declaration's number plus one and a place in the order of codes. Any other begins with its length in bytes << 2 | c and the
-- last number plus one; then bits, lowest first, of each step between numbers less one: what is left of it without its lowest
-- k bits, plus one, as Elias' gamma writes it (its width in zeros, a one, the bits below the highest); these k bits; the place of
-- its code without the lowest two bits in zeros, a one, these two. k is 0, 1, 2 or 4 where c is 0, 1, 2 or 3. A code has in its
-- bits from 5 on 1 for a part of the name or 2 for all of it, in bit 4 whether it is in the declaration before its body, in bits
-- 2 and 3 the documentation (1 once, 2 more often, 3 in the first sentence), in bits 0 and 1 the body (1 once, 2 up to three
-- times, 3 more often). The order of codes is 1, 4, 12, 16, 2, 32, 64, 8, 3, 33, 17, 34, 44, 18, 28, 45, 29, 19, 65, 66, 13,
-- 35, 46, 14, 30, 20, 36, 24, then the others.
CREATE TABLE term (
  id    INTEGER PRIMARY KEY,       -- from 1
  first TEXT    NOT NULL,          -- the first term in the row
  crc   INTEGER NOT NULL,          -- CRC-32 of `data`
  data  BLOB    NOT NULL
);
-- The row that holds a term.
CREATE INDEX term_first ON term (first);
