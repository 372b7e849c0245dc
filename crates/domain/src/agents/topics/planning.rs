//! Requests about the work on a book, which the director answers itself: a plan of it, its next steps and
//! priorities, how far it is, and who should do something. A word such as `plan` or `left` also stands in
//! questions about a story, so most phrases count only where nobody of a story is named.

use super::{Word, asks_for_a_name, has_any, position};

/// Phrases that are about the work, whatever else a request says.
const OF_WORK: &str = "status, state of the project, state of the book, state of things, state of play, \
     state of the draft, state of the manuscript, progress, the staff, the agents, which agent, overview, \
     what next, what is next, what's next, do next, work on next, next step, next move, next task, \
     next action, next priority, next on the list, next on my list, todo, to do list, to-do, task list, \
     list of task, should i do, should i work, should we do, should we work, roadmap, road map, action plan, \
     work plan, working plan, game plan, plan of action, plan of attack, plan of work, priority, prioritie, \
     prioritise, prioritize, how far, do you see, where do we stand, where do i stand, wrong with the, \
     wrong with it, anything wrong, something wrong, how many words do i, how many words have i, \
     how many words does the book, how many words are there, word count of the book, how is the project, how is the book, problem with the, status report, up to speed";

/// Phrases that are about the work where a request names nobody.
const WITHOUT_NAMES: &str = "what comes next, what do i do, what do we do, what now, what first, \
     go from here, where should i start, where should i begin, where do i start, where do i begin, \
     where should we start, where to start, where to begin, what should i start, what should i begin, \
     where should i go next, should i tackle, should i fix, should i focus, should i concentrate, \
     should i finish, focus on, concentrate on, work on first, do first, tackle first, fix first, \
     finish first, comes first, most urgent, is urgent, most important thing, matters most, matter most, \
     is important now, more important, need my attention, needs my attention, need attention, \
     needs attention, needs work, needs the most work, needs doing, needs to be done, need to be done, \
     has to be done, have to be done, must be done, to be done, left to do, still to do, still to be done, \
     remains to be done, remain to be done, remains to do, how much is left, \
     what is left, what's left, much work, on track, on schedule, how are things, how is it going, \
     how's it going, how are we doing, how am i doing, how is the work going, how is the draft going, \
     how is the writing going, how is the revision going, how is the novel going, where are we, where am i, \
     where is the draft, where is the project, where is the book, what is done, what's done, \
     what has been done, what have i done, what have we done, done so far, bring me up to date, catch me up, \
     fill me in, update me, how complete, how finished, next week, this week, this month, next month, \
     today, tomorrow, the way forward, way forward, move forward, proceed, get this finished, \
     finish the book, finish the draft, finish the novel, finish the manuscript, finish this book, \
     finish this novel, finish this draft";

/// Words of the story in a request, which then is not about the work.
const OF_A_STORY: &str = "he, she, him, her, his, hers, they, them, their, hero, heroine, villain, \
     character, protagonist, antagonist, happens, happen, happened";

/// Words before `plan` where it is a verb that asks for one.
const ASKS: [&str; 14] = [
    "please", "to", "you", "me", "us", "let's", "lets", "and", "i", "we", "should", "shall",
    "then", "now",
];

/// What of the work is planned.
const OBJECTS: &str = "step, work, working, week, weekend, day, month, year, session, revision, revising, \
     rewrite, rewriting, edit, editing, draft, rest, time, what, how, project, writing, way, schedule, \
     task, remaining, ahead, submission, publication, polish";

/// Words between `who` and what somebody is to do.
const MAY_STAND_BETWEEN: [&str; 24] = [
    "should", "can", "could", "would", "shall", "might", "will", "is", "are", "be", "best",
    "better", "the", "right", "agent", "one", "to", "ought", "able", "of", "you", "them", "suited",
    "for",
];

/// What somebody is to do about a text.
const WORKING: &str = "do, check, revise, revising, edit, editing, rewrite, review, reviewing, handle, help, \
     work, proofread, proofreading, polish, look, take, checking, draft, drafting, there, available, awake, \
     busy, free";

/// What is done about a text, and in stories too: only what somebody should do.
const SHOULD: &str = "read, write, fix, plan, judge";

/// Words between `who` and what is done.
const BETWEEN_MAX: usize = 8;

/// Whether a request is about the work on the book, or about who does it.
pub(super) fn is_of_the_work(words: &[Word]) -> bool {
    if has_any(words, OF_WORK) || asks_who(words) || asks_for_a_plan(words, Some(OBJECTS)) {
        return true;
    }
    let is_of_a_story = asks_for_a_name(words) || has_any(words, OF_A_STORY);
    !is_of_a_story && (has_any(words, WITHOUT_NAMES) || names_a_plan(words))
}

/// Whether a request asks for something to be planned: with `objects`, only one of these, which stands
/// within [`BETWEEN_MAX`] words.
pub(super) fn asks_for_a_plan(words: &[Word], objects: Option<&str>) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let asks = at == 0 || words[at - 1].ends || ASKS.contains(&words[at - 1].text.as_str());
        let is_verb =
            asks && matches!(word.text.as_str(), "plan" | "schedule" | "organise" | "organize");
        let end = words.len().min(at + 1 + BETWEEN_MAX);
        is_verb && objects.is_none_or(|objects| has_any(&words[at + 1..end], objects))
    })
}

/// Whether a request asks for a plan by that name: `a plan`, `the plan?`, `the plan for the week`.
fn names_a_plan(words: &[Word]) -> bool {
    let Some(at) = position(words, "plan") else { return false };
    let before = at.checked_sub(1).map_or("", |before| words[before].text.as_str());
    match before {
        "a" | "my" | "our" => true,
        "the" => words[at].ends || words.len() == at + 1 || words[at + 1].text == "for",
        _ => false,
    }
}

/// Whether a request asks who is to do something about the book, or can.
fn asks_who(words: &[Word]) -> bool {
    let named = "who should i ask, who do i ask, whom should i ask, whom do i ask, who to ask, \
                 whose job, whose task, who could i ask, who can i ask, who should i give, anybody busy, \
                 anyone busy, how loaded, anybody free, anyone free, should i assign, should i delegate";
    if has_any(words, named) {
        return true;
    }
    words.iter().enumerate().filter(|(_, word)| word.text == "who").any(|(at, _)| {
        let end = words.len().min(at + 1 + BETWEEN_MAX);
        let behind = &words[at + 1..end];
        let is_between = |word: &&Word| MAY_STAND_BETWEEN.contains(&word.text.as_str());
        let between = behind.iter().take_while(is_between).count();
        let should = behind[..between].iter().any(|it| it.text == "should" || it.text == "best");
        let act = &behind[between..behind.len().min(between + 1)];
        between > 0 && (has_any(act, WORKING) || should && has_any(act, SHOULD))
    })
}
