//! Tables of the rules of questions between agents.

use super::*;
use crate::{
    json::Json,
    messages::{SendMessage, protocol::first_violation},
    model::read_body,
};

fn message(context: &str) -> Message {
    let body = format!(
        r#"{{"toAgent":"director","message":"check it","priority":"high","context":{context}}}"#
    );
    let send: SendMessage = read_body(&Json::read(body.as_bytes()).unwrap()).unwrap();
    let mut message =
        send.into_message("m1".to_owned(), "director", "local", Time::from_millis(1_000));
    message.labels.push("untrusted".to_owned());
    message.project_id = Some("p".to_owned());
    message
}

fn question() -> Question {
    Question {
        agent: "plotter".to_owned(),
        text: "check it".to_owned(),
        document_id: Some("d".to_owned()),
    }
}

#[test]
fn a_question_inherits_from_the_message_for_which_it_asks() {
    let asked = message(r#"{"conversationId":"c","sessionId":"s","timeoutMs":1000}"#);
    let now = Time::from_millis(1_200);

    let question = asked.question("m2".to_owned(), &question(), now);

    assert_eq!((question.from_agent.as_str(), question.to_agent.as_str()), ("director", "plotter"));
    assert_eq!((question.conversation_id.as_str(), question.hops), ("c", 1));
    assert_eq!(
        (question.parent_id.as_deref(), question.cause_id.as_deref()),
        (Some("m1"), Some("m1"))
    );
    assert_eq!((question.state, question.reply_to.is_none()), (State::Queued, true));
    assert_eq!((question.priority, &question.labels), (asked.priority, &asked.labels));
    assert_eq!(question.project_id, asked.project_id);
    assert_eq!(question.deadline, Some(Time::from_millis(1_200 + 600)), "three quarters of 800 ms");
    let context = question.context.as_ref().unwrap();
    assert_eq!(context.session_id.as_deref(), Some("s"));
    assert_eq!((context.about("documentId"), context.about("projectId")), (Some("d"), Some("p")));
    assert!(question.is_question() && question.wants_answer() && !asked.is_question());
}

#[test]
fn answers_are_waited_for_as_long_as_the_deadline_allows() {
    for (deadline, until) in [
        (None, 1_000 + WAIT_MS_DEFAULT),
        (Some(2_000), 1_750),
        (Some(1_001), 1_000),
        (Some(900), 1_000),
        (Some(i64::MAX), 6_917_529_027_641_082_104),
    ] {
        let deadline = deadline.map(Time::from_millis);
        let waited = wait_until(deadline, Time::from_millis(1_000)).millis();
        // The largest of all times is not computed to the last digit.
        assert!((waited - until).abs() < 1_000, "{deadline:?} {waited}");
    }
}

#[test]
fn nobody_is_asked_twice_in_a_chain_and_a_chain_has_an_end() {
    let rule = |agent: &str, asked: &[&str]| {
        let asked: Vec<String> = asked.iter().map(|it| (*it).to_owned()).collect();
        check(agent, &asked).err().map(|refusal| refusal.rule)
    };

    assert_eq!(rule("plotter", &["director"]), None);
    assert_eq!(rule("director", &["director"]).as_deref(), Some("cycle"));
    assert_eq!(rule("director", &["plotter", "director"]).as_deref(), Some("cycle"));
    assert_eq!(rule("muse", &["a", "b", "c"]), None);
    assert_eq!(rule("muse", &["a", "b", "c", "d"]).as_deref(), Some("chain_limit"));
}

#[test]
fn a_message_that_waited_goes_on_as_if_it_had_just_been_sent() {
    let mut asked = message("{}");
    asked.attempt = 3;
    asked.set_state(State::Leased, Time::from_millis(1));

    asked.wait(Time::from_millis(5));
    assert_eq!((asked.not_before.millis(), asked.waits()), (5 + WAIT_MS_DEFAULT, 1));
    asked.resume(Time::from_millis(9));

    assert_eq!((asked.state, asked.attempt, asked.not_before.millis()), (State::Queued, 0, 9));
    let states: Vec<State> = asked.history.iter().map(|step| step.state).collect();
    assert_eq!(first_violation(asked.message_type, false, &states), None);
}

#[test]
fn what_came_of_a_question_is_its_answer_or_the_reason_why_there_is_none() {
    let now = Time::from_millis(5);
    let asks = message("{}").question("m2".to_owned(), &question(), now);
    let of = |state: State, error: Option<&str>| {
        let mut asks = asks.clone();
        (asks.state, asks.error) = (state, error.map(str::to_owned));
        Asked::of(&asks, None).reason.unwrap()
    };
    assert_eq!(of(State::Queued, None), "It has not answered in time");
    assert_eq!(of(State::Denied, Some("The mailbox is full")), "The mailbox is full");
    assert_eq!(of(State::Handled, None), "It has not answered");

    let mut replied = asks.clone();
    let long = "é".repeat(ANSWER_BYTES_MAX);
    let answer = replied.reply("m3".to_owned(), Answer::of_text(long), now);
    replied.handle(Some("m3"), now);
    let asked = Asked::of(&replied, Some(&answer));

    let quoted = asked.answer.unwrap();
    assert_eq!((quoted.text.len(), quoted.is_cut), (ANSWER_BYTES_MAX, true));
    assert_eq!((asked.agent.as_str(), asked.reason), ("plotter", None));
}

#[test]
fn answers_are_named_in_order_and_so_is_who_did_not_answer() {
    let asked = |agent: &str, said: Option<&str>| Asked {
        agent: agent.to_owned(),
        message_id: "q".to_owned(),
        answer: said.map(|text| AskedAnswer {
            message_id: "a".to_owned(),
            text: text.to_owned(),
            is_cut: text == "long",
        }),
        reason: said.is_none().then(|| "Nobody took it in time".to_owned()),
    };

    let all = [asked("muse", None), asked("plotter", Some("Two.")), asked("critic", Some("long"))];
    let missing = ["Nobody is awake for naming: lorekeeper could do it.".to_owned()];

    assert_eq!(
        combined(&all, &missing),
        "plotter answers:\n\nTwo.\n\ncritic answers:\n\nlong\n… The rest is in the message a.\n\n\
         muse did not answer: Nobody took it in time.\n\
         Nobody is awake for naming: lorekeeper could do it.\n"
    );
    assert_eq!(report_of(&all[..1])[0]["reason"], "Nobody took it in time");
}

#[test]
fn a_question_that_nobody_waits_for_ends_as_its_state_allows() {
    for (states, end) in [
        (vec![State::Queued], State::Expired),
        (vec![State::Queued, State::Leased], State::Expired),
        (vec![State::Queued, State::Leased, State::Waiting], State::Expired),
        (vec![State::Queued, State::Leased, State::AwaitingApproval], State::Refused),
        (vec![State::Queued, State::Handled, State::AwaitingReply], State::TimedOut),
    ] {
        let mut asks = message("{}").question("m2".to_owned(), &question(), Time::from_millis(5));
        asks.history.clear();
        states.iter().for_each(|state| asks.set_state(*state, Time::from_millis(5)));

        let why = Refusal::new("parent_ended", "The message for which it was asked has ended");
        asks.withdraw(why, Time::from_millis(6));

        let states: Vec<State> = asks.history.iter().map(|step| step.state).collect();
        assert_eq!(asks.state, end);
        assert_eq!(first_violation(asks.message_type, false, &states), None, "{states:?}");
    }
}

#[test]
fn what_a_withdrawn_message_waited_for_is_denied_with_the_reason() {
    let mut asks = message("{}").question("m2".to_owned(), &question(), Time::from_millis(5));
    asks.request_approval("ask a language model", Time::from_millis(5));

    asks.withdraw(Refusal::cancelled("mara"), Time::from_millis(6));

    let approval = asks.approval.expect("an approval");
    let reason = asks.error.expect("a reason");
    assert_eq!((asks.state, approval.by.as_ref()), (State::Refused, None));
    assert_eq!(approval.denial(), Some(reason));
}
