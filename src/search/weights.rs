//! How much it says that a term stands somewhere: the numbers of the ranking, and the score of one term in one declaration.
//!
//! The formula is BM25F: what the fields of a declaration say of a term is added up with a weight for each field, long texts
//! counting less, and then levels off. The numbers were found on `tests/real/retrieval`; `docs/retrieval.md` has the table.

use crate::store::terms::{Extent, Fields, STANDINGS, Traits};

/// The numbers of a ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// Where many occurrences level off.
    pub saturation: f32,
    /// All of the name is the term.
    pub whole_name: f32,
    /// A part of the name is.
    pub part_of_name: f32,
    /// The name of the type around holds it.
    pub owner: f32,
    pub signature: f32,
    pub summary: f32,
    pub documentation: f32,
    pub body: f32,
    /// How much a long documentation takes away, from 0 to 1; the same of a body.
    pub long_documentation: f32,
    pub long_body: f32,
    /// A name that is written as one word: what share having just these parts adds to what they say.
    pub whole_word: f32,
    /// The power of the number of parts by which what a word of several of them says is divided, beside other words.
    pub joined: f32,
    /// What a score is multiplied by for these traits.
    pub hidden: f32,
    pub constructor: f32,
    pub overriding: f32,
    pub deprecated: f32,
    pub aside: f32,
    pub overlay: f32,
    /// The same by kind.
    pub types: f32,
    pub fields: f32,
    /// The power to which the share of the words that were found is taken.
    pub coverage: f32,
    /// The documentation of the type around holds it.
    pub owner_documentation: f32,
    /// What a name adds to all that is said when all of its parts are asked for; the same of the name of the type around.
    pub all_of_name: f32,
    pub all_of_owner: f32,
    /// What a name counts that has a word's usual name ([`super::vocabulary`]), or one that stands everywhere in prose.
    pub hint: f32,
    /// How much less each further word counts than the one before.
    pub position: f32,
    /// What stands for `constructor` where something is to be made.
    pub constructed: f32,
}

/// No field says anything, and no declaration more than another: what a ranking leaves out.
pub const NEUTRAL: Weights = Weights {
    saturation: 1.2,
    whole_name: 0.0,
    part_of_name: 0.0,
    owner: 0.0,
    signature: 0.0,
    summary: 0.0,
    documentation: 0.0,
    body: 0.0,
    long_documentation: 0.0,
    long_body: 0.0,
    whole_word: 0.0,
    joined: 0.0,
    hidden: 1.0,
    constructor: 1.0,
    overriding: 1.0,
    deprecated: 1.0,
    aside: 1.0,
    overlay: 1.0,
    types: 1.0,
    fields: 1.0,
    coverage: 0.0,
    owner_documentation: 0.0,
    all_of_name: 0.0,
    all_of_owner: 0.0,
    hint: 0.0,
    position: 0.0,
    constructed: 1.0,
};

/// What `search_code` ranks by.
pub const CODE: Weights = Weights {
    saturation: 1.5,
    whole_name: 5.0,
    part_of_name: 3.0,
    owner: 1.5,
    signature: 1.0,
    summary: 1.5,
    documentation: 0.8,
    body: 1.0,
    long_documentation: 0.5,
    long_body: 0.6,
    whole_word: 0.5,
    joined: 0.5,
    hidden: 0.8,
    constructor: 0.7,
    overriding: 0.8,
    deprecated: 0.8,
    aside: 0.6,
    overlay: 0.5,
    fields: 0.8,
    constructed: 0.7,
    ..NEUTRAL
};

/// What `search_semantic_concept` ranks by.
pub const CONCEPT: Weights = Weights {
    owner: 2.2,
    signature: 1.1,
    documentation: 1.4,
    long_body: 0.7,
    hidden: 0.9,
    types: 1.2,
    coverage: 0.5,
    owner_documentation: 0.25,
    all_of_name: 0.35,
    all_of_owner: 0.35,
    hint: 0.5,
    position: 0.06,
    constructed: 1.4,
    ..CODE
};

impl Weights {
    /// What traits do to a score, where something is to be made and elsewhere.
    #[must_use]
    pub fn of_traits(&self, traits: Traits, makes: bool) -> f32 {
        [
            (Traits::HIDDEN, self.hidden),
            (Traits::CONSTRUCTOR, if makes { self.constructed } else { self.constructor }),
            (Traits::OVERRIDE, self.overriding),
            (Traits::DEPRECATED, self.deprecated),
            (Traits::ASIDE, self.aside),
            (Traits::OVERLAY, self.overlay),
        ]
        .into_iter()
        .filter(|(flag, _)| traits.has(*flag))
        .map(|(_, factor)| factor)
        .product()
    }
}

/// The fields that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counted {
    pub name: bool,
    pub owner: bool,
    pub signature: bool,
    pub documentation: bool,
    pub body: bool,
}

/// Steps of the extent of a body and of a documentation.
const EXTENTS: usize = 128;

/// The score of a term for every way to stand in a declaration of every extent, before the term's rarity.
pub struct Scores {
    /// Of a code and an extent, what is said before it levels off.
    said: Vec<f32>,
    /// Of the extent of a type, what a term in its documentation says of its members.
    of_documentation: Vec<f32>,
    saturation: f32,
    /// What the name of the type around says.
    owner: f32,
}

impl Scores {
    /// The scores where the average body and documentation are of so many terms.
    #[must_use]
    pub fn new(weights: &Weights, counted: Counted, body: f32, documentation: f32) -> Self {
        let average = (body.max(1.0), documentation.max(1.0));
        // How much less each of them says is the same whatever stands there.
        let lengths: Vec<Shorter> =
            (0..EXTENTS).map(|extent| Shorter::of(weights, Extent(extent as u8), average)).collect();
        let mut said = Vec::with_capacity(STANDINGS * EXTENTS);
        for code in 0..STANDINGS {
            let fields = Fields::of_code(code as u8);
            said.extend(lengths.iter().map(|shorter| say(weights, counted, fields, shorter)));
        }
        let (owner, of_owner) = if counted.owner { (weights.owner, weights.owner_documentation) } else { (0.0, 0.0) };
        let of_documentation = lengths.iter().map(|shorter| of_owner * shorter.documentation).collect();
        Self { said, of_documentation, saturation: weights.saturation, owner }
    }

    /// What a term that stands so in a type says of each of its members.
    #[inline]
    #[must_use]
    pub fn of_members(&self, code: u8, extent: Extent) -> f32 {
        let fields = Fields::of_code(code);
        let named = if fields.name > 0 { self.owner } else { 0.0 };
        let documented = fields.documentation > 0;
        named + if documented { self.of_documentation[usize::from(extent.0 & 0x7f)] } else { 0.0 }
    }

    /// What is said of a term.
    #[inline]
    #[must_use]
    pub fn said(&self, code: u8, extent: Extent) -> f32 {
        self.said.get(usize::from(code) * EXTENTS + usize::from(extent.0 & 0x7f)).copied().unwrap_or(0.0)
    }

    /// What was said, levelled off.
    #[inline]
    #[must_use]
    pub fn score(&self, said: f32) -> f32 {
        said * (self.saturation + 1.0) / (self.saturation + said)
    }
}

/// How much less a text of so many terms says.
fn shorter(share: f32, length: u32, average: f32) -> f32 {
    1.0 / (1.0 - share + share * length as f32 / average)
}

/// How much less a declaration of an extent says than a short one.
struct Shorter {
    documentation: f32,
    body: f32,
}

impl Shorter {
    /// Where the average body and documentation are of so many terms.
    fn of(weights: &Weights, extent: Extent, (body, documentation): (f32, f32)) -> Self {
        Self {
            documentation: shorter(weights.long_documentation, extent.documentation(), documentation),
            body: shorter(weights.long_body, extent.body(), body),
        }
    }
}

fn say(weights: &Weights, counted: Counted, fields: Fields, shorter: &Shorter) -> f32 {
    let often = |level: u8| [0.0, 1.0, 2.4, 5.0][usize::from(level & 3)];
    let mut said = 0.0;
    if counted.name {
        said += match fields.name {
            0 => 0.0,
            1 => weights.part_of_name,
            _ => weights.whole_name,
        };
    }
    // A name is part of what is declared, whatever else is looked at.
    if counted.signature && (fields.signature || fields.name > 0) {
        said += weights.signature;
    }
    if counted.documentation {
        let level = match fields.documentation {
            0 => 0.0,
            1 => weights.documentation,
            2 => weights.documentation * 2.0,
            _ => weights.documentation + weights.summary,
        };
        said += level * shorter.documentation;
    }
    if counted.body {
        said += weights.body * often(fields.body) * shorter.body;
    }
    said
}

/// How much it says that one of `held` declarations of `all` holds a term: the rarer, the more.
#[must_use]
pub fn rarity(held: u64, all: u64) -> f32 {
    let (held, all) = (held.min(all) as f32, all as f32);
    (1.0 + (all - held + 0.5) / (held + 0.5)).ln()
}
