//! Measures and checks of English prose: rhythm, dialogue, voices, pacing, style, repetition,
//! readability, names and where they are mentioned, statements about who bears them, and what was left
//! open.
//!
//! Everything is counted on plain text, by rules that stand in the docstrings and can be followed by
//! hand; nothing is judged. Every finding carries the bytes of the text it rests on, so that it can
//! be quoted. Nothing here reads a file, asks a model, or keeps anything between two calls.
//!
//! ```
//! let text = prose::Text::new("“Where is she?” Mina said quietly. The house was locked.");
//! let measures = prose::measure(&text);
//! assert_eq!(measures.sentences, 2);
//! assert_eq!(measures.adverbs.count, 1);
//! ```
//!
//! All work grows in proportion to the text. What cannot be known (the mean of no sentences, the
//! reading ease of a Chinese text) is `None`, never a number that stands for nothing.

mod attribution;
mod calendar;
mod capitals;
mod coinage;
mod dated;
mod dates;
mod density;
mod dialogue;
mod doubled;
mod extract;
mod facts;
mod grammar;
mod habits;
mod language;
mod lists;
mod measures;
mod mentions;
mod names;
mod narration;
mod notes;
mod numbers;
mod openers;
mod pacing;
mod placeholders;
mod promised;
mod readability;
mod renamed;
mod repetition;
mod rhythm;
mod roster;
mod seasons;
mod sentences;
mod shared_words;
mod similar;
mod span;
mod speakers;
mod speech;
mod spelling;
mod style;
mod syllables;
mod tokens;
mod voices;
mod words;

pub use attribution::Attribution;
pub use calendar::{
    COMMON_YEAR, CalendarDate, Duration, TimeUnit, WEEKDAYS, calendar_dates, day_number,
    days_in_month, durations, is_leap, least_minutes, weekday_of,
};
pub use coinage::{COINAGE_NAMES_MIN, CoinedName, coin_names};
pub use dated::{Anachronism, DatedUse, anachronisms};
pub use dates::{WrittenDate, dates};
pub use density::{DenseParagraph, Habit, dense_paragraphs};
pub use dialogue::{Dialogue, Quotation, QuotationKind, quotations};
pub use doubled::doubled_words;
pub use extract::{
    Cue, Cues, EXTRACT_FORM, Extract, FactExtract, NameExtract, NameRow, RowPosition, WordCase,
    WordingExtract, stated_journeys,
};
pub use facts::{
    Attribute, Elapsed, Fact, Journey, Lasting, MeantPronoun, OpenFact, Pronoun, StatedDuration,
    ThingMention, ThingState, TitleMention, is_noble, is_trade, meant_pronouns, pronoun_of_rank,
};
pub use grammar::{GrammarSlip, grammar_slips};
pub use habits::{
    HabitExtract, PASSAGE_WORDS_MIN, PASSAGES_FOUND_MAX, RepeatedPassage, Slip, is_first_person,
    is_past_tense, person_slips, repeated_passages, shared_documents, tense_slips, view_slips,
};
pub use language::{LANGUAGE_WORDS_MIN, Language, language};
pub use measures::{Measures, Settings, measure, measure_with};
pub use mentions::{
    MENTION_WORDS_MAX, Mentioned, Mentions, Miscased, NameIndex, mentions, miscased, named_passages,
};
pub use names::{
    Addressee, NAME_SPANS_MAX, NAME_WORDS_MAX, NAMES_MAX, Name, NameKind, Variant, addressee,
    compounds_without_address, names, words_without_address,
};
pub use narration::{NARRATION_WORDS_MIN, Narration, Person, Tense};
pub use notes::{Note, NoteClause, changes, described, members, narrated, notes};
pub use openers::{OPENER_RUN_MIN, Openers};
pub use pacing::{Ending, Pacing, SCENES_MAX, SHORT_ENDING_WORDS_MAX, Scene, Stretch, pacing};
pub use placeholders::{BRACKET_CHARS_MAX, Placeholder, PlaceholderKind, placeholders};
pub use promised::{PromiseKind, PromiseOffer};
pub use readability::{Formula, Readability, SMOG_SENTENCES_MIN};
pub use renamed::{name_parts, renamed};
pub use repetition::{CHANCE_MAX, Cluster, ECHO_WORDS_MIN, Echo, REPEAT_SPANS_MAX, Repetition};
pub use rhythm::{LongSentence, RUN_SENTENCES_MIN, Rhythm, Run, Runs, STACCATO_WORDS_MAX};
pub use roster::{
    EntityKind, EntityMention, EntityName, KnownEntity, NameSlip, NamedEntity, OtherTitle,
    Pronouns, Roster, is_higher_rank, name_slips, other_titles,
};
pub use seasons::SeasonClash;
pub use sentences::HEADING_WORDS_MAX;
pub use shared_words::{SHARED_WORDS_MAX, SharedSentence, content_words, sentences_with};
pub use similar::{
    Misspelt, SIMILAR_PAIRS_MAX, SIMILAR_WORDS_MAX, SimilarKnownNames, SimilarPair, SimilarWord,
    misspelt, similar_known_names, similar_names, spelling_distance,
};
pub use span::{Occurrences, PASSAGES_MAX, Passage, Span};
pub use speakers::{
    AttributedQuotation, CERTAINTY_MIN, Cast, CastMember, Gender, Reason, Speaker, narrator,
    speakers,
};
pub use speech::{
    Exchange, MarkStyle, Speech, apostrophes, exchanges, mark_styles, speeches, stray_closings,
};
pub use spelling::{
    Misspelling, MixedSpelling, SpellingExtract, UnknownWord, VariantUse, VariantWord, Variety,
    misspellings, mixed_spelling,
};
pub use syllables::syllables;
pub use tokens::{Paragraph, Sentence, SentenceKind, Text, Word};
pub use voices::{Voice, Voices, attributed_speeches, member_speeches, voices};
