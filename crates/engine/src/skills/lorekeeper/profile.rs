//! Who or what somebody or something is: what the records say, and where and how the texts name it.

use domain::{Result, agents::understanding::Topic, messages::Answer};
use prose::Text;
use serde_json::json;

use crate::{
    Studio,
    skills::{
        answers::AnswerText,
        help,
        reading::{Asked, Target},
        records::{self, Described},
        sightings::{self, Sightings},
        stated::{self, Stated},
        subject::Subject,
    },
};

/// What is known of what a request names.
pub(super) async fn answer(studio: &Studio, mut asked: Asked) -> Result<Answer> {
    let described = match asked.target {
        Target::Text(_) => Vec::new(),
        _ => records::described(studio, &asked).await?,
    };
    let stated = stated::of_named(studio, &asked).await?;
    if let Target::Documents(_) = asked.target {
        // Who is not in a chapter may be elsewhere in the book, and that is worth a line.
        let texts = asked.book_texts(studio).await?;
        let own = asked.texts(studio).await?;
        asked.set_whole(own.is_whole);
        return crate::skills::run_blocking(move || {
            answered(&asked, own.subjects(), &texts.subjects(), (&described, &stated))
        })
        .await;
    }
    asked
        .look(studio, move |asked, subjects| answered(asked, subjects, &[], (&described, &stated)))
        .await
}

fn answered(
    asked: &Asked,
    subjects: Vec<Subject>,
    book: &[Subject],
    (described, stated): (&[Described], &Stated),
) -> Result<Answer> {
    let of = |subjects: &[Subject]| {
        let texts: Vec<Text<'_>> = subjects.iter().map(|it| Text::new(&it.plain.text)).collect();
        sightings::find(&texts, &asked.sought(), &asked.names.records)
    };
    let (found, elsewhere) = (of(&subjects), of(book));
    let scope = asked.scope_name();
    let mut out = AnswerText::default();
    if stated.is_asked_for() {
        stated.write_to(&mut out, &scope);
    }
    for (at, it) in found.iter().enumerate() {
        match described.get(at) {
            Some(described) => described.lines.iter().for_each(|line| out.line(line)),
            None if it.sought.id.is_none() => {
                let name = it.sought.name();
                out.line(match &asked.names.narrowed {
                    None => format!(
                        "The lore has no entry “{name}”, and nothing in the project is called so."
                    ),
                    Some(_) => format!("No entry “{name}” is in the lore that is looked at."),
                });
            }
            None => {}
        }
        if asked.topic == Topic::Mentions || it.total() > 0 || it.sought.has_title() {
            it.write_to(&mut out, &subjects, &scope);
        } else {
            out.line(it.line(&scope));
        }
        if let Some(all) = elsewhere.get(at).filter(|all| all.total() > it.total()) {
            out.line(format!("Of the whole book: {}", all.line("the manuscript")));
        }
    }
    if !stated.is_asked_for() {
        stated.write_to(&mut out, &scope);
    }
    let is_there = found.iter().chain(&elsewhere).any(|it: &Sightings| it.total() > 0);
    if !is_there && described.is_empty() {
        help::write_nearest(&mut out, asked);
    }
    let report = json!({
        "kind": "profile",
        "projectId": asked.request.project_id,
        "facts": stated.report(),
        "records": described.iter().map(|it| &it.report).collect::<Vec<_>>(),
        "mentions": found.iter().map(|it| it.report(&subjects)).collect::<Vec<_>>(),
    });
    asked.answered(&out.finish(), report, &subjects)
}
