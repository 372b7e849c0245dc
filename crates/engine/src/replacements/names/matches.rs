//! Where a text has a form of a name, whether it stands for the entry there, and what it becomes.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use domain::{
    Error, Result,
    documents::Document,
    fold::fold_name,
    lore::Entry,
    replacements::{FoundMatch, view::FormPreview},
};
use prose::{EntityMention, NameIndex, Span, Text};

use crate::{names::NamedBook, skills::subject::Subject};

/// Looks for the forms of a name.
pub(super) struct NameFinder<'f> {
    forms: &'f [FormPreview],
    index: NameIndex,
    book: &'f NamedBook,
    /// The documents of the book by their ids.
    documents: HashMap<&'f str, usize>,
    /// The entry in the book.
    known: Option<usize>,
    /// For each form whether it is the whole name of the entry, and no name of another one.
    is_whole: Vec<bool>,
}

/// A form of a name in a text.
struct Written<'w> {
    /// The form.
    form: &'w FormPreview,
    /// Whether it is the whole name of the entry, and no name of another one.
    is_whole: bool,
    /// Its words without a possessive ’s, in the plain text.
    span: Span,
    /// Whether it stands in another form than the name, as in the plural.
    is_plural: bool,
}

impl<'f> NameFinder<'f> {
    pub(super) fn new(entry: &'f Entry, forms: &'f [FormPreview], book: &'f NamedBook) -> Self {
        let names = forms.iter().enumerate().map(|(at, it)| (at, it.form.as_str()));
        let documents = book.documents.iter().enumerate();
        let folded =
            |names: &[String]| -> Vec<String> { names.iter().map(|it| fold_name(it)).collect() };
        let others = book.entries.iter().filter(|it| it.entry_id != entry.id);
        let others: HashSet<String> = others.flat_map(|it| folded(&it.names)).collect();
        let own: HashSet<String> =
            folded(&entry.aliases).into_iter().chain([fold_name(&entry.name)]).collect();
        let is_whole = |form: &FormPreview| {
            let form = fold_name(&form.form);
            form.contains(' ') && own.contains(&form) && !others.contains(&form)
        };
        Self {
            is_whole: forms.iter().map(is_whole).collect(),
            forms,
            index: NameIndex::new(names),
            book,
            documents: documents.map(|(at, it)| (it.document.id.as_str(), at)).collect(),
            known: book.entries.iter().position(|it| it.entry_id == entry.id),
        }
    }

    /// The forms in a text that become something else, in its order; with the text.
    ///
    /// # Errors
    /// A conflict when the names of the book were read in another version of the text.
    pub(super) fn find(
        &self,
        document: &Document,
        content: String,
    ) -> Result<(String, Vec<FoundMatch>)> {
        let at = self.documents.get(document.id.as_str()).copied();
        if at.is_some_and(|at| self.book.documents[at].document.version != document.version) {
            return Err(Error::Conflict(format!(
                "“{}” was changed at the same moment: send the request again",
                document.title
            )));
        }
        let mentions = at.map_or(&[][..], |at| self.book.roster.mentions[at].as_slice());
        let subject = Subject::new(None, content);
        let text = Text::new(&subject.plain.text);
        let mut found: Vec<FoundMatch> = Vec::new();
        let mut free = 0;
        for (form, passage) in prose::named_passages(&text, &self.index) {
            let form = (&self.forms[form], self.is_whole[form]);
            let written = Written::new(form, passage.span, &subject.plain.text);
            let Some(it) = self.found(&written, &subject, mentions) else { continue };
            // A name of several forms stands once for each of them.
            if it.range.start >= free {
                free = it.range.end;
                found.push(it);
            }
        }
        Ok((subject.source, found))
    }

    fn found(
        &self,
        written: &Written<'_>,
        subject: &Subject,
        mentions: &[EntityMention],
    ) -> Option<FoundMatch> {
        let to = written.form.to.as_deref()?;
        let plain = subject.plain.text.as_str();
        let words = written.span.of(plain);
        let mut replacement =
            if is_shouted(words, &written.form.form) { to.to_uppercase() } else { to.to_owned() };
        if written.is_plural {
            replacement = plural(&replacement);
        }
        let (mut span, mut is_certain) = (written.span, !written.is_plural);
        // "James’ hat" is "Tom’s hat"; but the mark may close a quotation.
        if let Some(mark) = bare_apostrophe(plain, span)
            && !replacement.ends_with(['s', 'S'])
        {
            replacement.push(mark);
            replacement.push('s');
            span.end += mark.len_utf8();
            is_certain = false;
        }
        let range: Range<usize> = subject.plain.source_span(span.into());
        let source = &subject.source[range.clone()];
        // Marks of Markdown between the words would be lost.
        is_certain &= source.split_whitespace().eq(span.of(plain).split_whitespace());
        let characters = subject.characters(written.span);
        let (is_meant, other_name) = self.whose(written, &characters, mentions);
        Some(FoundMatch {
            range,
            replacement: Some(replacement),
            is_certain: is_certain && is_meant,
            other_name,
        })
    }

    /// Whether a name stands for the entry, and whose it seems to be instead.
    fn whose(
        &self,
        written: &Written<'_>,
        characters: &Range<usize>,
        mentions: &[EntityMention],
    ) -> (bool, Option<String>) {
        let first = mentions.partition_point(|it| it.span.end <= characters.start);
        let here = mentions[first..].iter().take_while(|it| it.span.start < characters.end);
        let entity = |it: &EntityMention| &self.book.roster.entities[it.entity];
        let mut other = None;
        for mention in here {
            let is_entry = self.known.is_some() && entity(mention).known == self.known;
            let covers =
                mention.span.start <= characters.start && characters.end <= mention.span.end;
            if is_entry && covers {
                return (true, None);
            }
            if !is_entry {
                let of_entry =
                    entity(mention).known.map(|at| self.book.entries[at].name().to_owned());
                let of_texts = || entity(mention).names.first().map(|name| name.text.clone());
                other = of_entry.or_else(of_texts).or(other);
            }
        }
        // The whole name is nobody else's, also where no capitals tell it.
        (written.is_whole && other.is_none(), other)
    }
}

impl<'w> Written<'w> {
    fn new((form, is_whole): (&'w FormPreview, bool), span: Span, plain: &str) -> Self {
        let words = span.of(plain);
        let possessive =
            ["’s", "'s", "ʼs", "’S", "'S"].iter().find_map(|end| words.strip_suffix(end));
        let is_of_form = |words: &str| spelt(words) == spelt(&form.form);
        let bare = possessive.filter(|_| !is_of_form(words)).unwrap_or(words);
        Self {
            form,
            is_whole,
            span: Span { start: span.start, end: span.start + bare.len() },
            is_plural: !is_of_form(bare),
        }
    }
}

/// A name as its spelling is compared: with one kind of apostrophe and of hyphen.
fn spelt(name: &str) -> String {
    fold_name(&name.replace(['\u{2019}', '\u{2bc}'], "'").replace(['\u{2010}', '\u{2011}'], "-"))
}

/// Whether a name stands in capitals alone, which it has not by itself.
fn is_shouted(words: &str, form: &str) -> bool {
    let is_all_capital = |text: &str| {
        let mut letters = text.chars().filter(|letter| letter.is_alphabetic());
        text.chars().filter(|letter| letter.is_alphabetic()).count() > 1
            && letters.all(char::is_uppercase)
    };
    is_all_capital(words) && !is_all_capital(form)
}

/// The plural of a name.
fn plural(name: &str) -> String {
    let small = name.to_lowercase();
    let is_hissed =
        small.ends_with(['s', 'x', 'z']) || small.ends_with("ch") || small.ends_with("sh");
    format!("{name}{}", if is_hissed { "es" } else { "s" })
}

/// The apostrophe behind a name that ends in an s, where a word in small letters follows.
fn bare_apostrophe(plain: &str, span: Span) -> Option<char> {
    let mut behind = plain[span.end..].chars();
    let mark = behind.next().filter(|mark| matches!(mark, '\u{2019}' | '\''))?;
    let is_before_word =
        behind.next() == Some(' ') && behind.next().is_some_and(char::is_lowercase);
    (span.of(plain).ends_with(['s', 'S']) && is_before_word).then_some(mark)
}
