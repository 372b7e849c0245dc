//! Tests of lines: the messages of one conversation and class that lie in one mailbox, however
//! many, and how they are taken from there.

use domain::{
    Principal,
    messages::{MessagePriority, SendMessage, State},
};
use engine::{Change, messages as hub};
use serde_json::{Value, json};
use store::messages::{self, Lease, LeaseFilter, Leased};

use super::{MESSAGES, reply_to, send, sleep};
use crate::support::{Studio, Text as _};

/// Messages of the long line.
const LENGTH: usize = 1_000;

/// Puts messages of one conversation into the mailbox of muse, who sleeps; their ids.
fn queue(studio: &Studio, conversation: &'static str, many: usize) -> Vec<String> {
    sleep(studio, "muse");
    let (inside, now) = (studio.behind().clone(), studio.clock.now());
    studio.write(move |tx| {
        (0..many)
            .map(|at| {
                let said: SendMessage = super::read(&json!({
                    "toAgent": "muse", "message": format!("page {at}"),
                    "context": { "conversationId": conversation },
                }));
                let sent =
                    hub::send(&mut Change::new(tx, &Principal::local(), now), &inside, &said)?;
                assert!(sent.response.delivered, "{:?}", sent.response.error);
                Ok(sent.response.message_id)
            })
            .collect()
    })
}

/// Takes what waits for muse, as another worker.
fn take(studio: &Studio, limit: i64, one_by_one: bool) -> Vec<Leased> {
    let now = studio.clock.now();
    let lease = Lease { owner: "reader".to_owned(), until: now.plus(60_000) };
    let taker = LeaseFilter { agent_id: "muse", account: None, one_by_one };
    studio.write(move |tx| messages::lease(tx, &taker, &lease, limit, now))
}

fn ids(leased: &[Leased]) -> Vec<String> {
    leased.iter().map(|it| it.message.id.clone()).collect()
}

/// Ends what was taken.
fn finish(studio: &Studio, leased: Vec<Leased>) {
    let now = studio.clock.now();
    studio.write(move |tx| {
        for it in &leased {
            let mut message = it.message.clone();
            message.set_state(State::Handled, now);
            assert!(messages::finish(tx, it, &message)?);
        }
        Ok(())
    });
}

service_test! {
    fn a_long_conversation_is_taken_whole_and_in_its_order(
        studio, "agents.mailbox_max" = "4000"
    ) {
        let sent = queue(studio, "a novel", LENGTH);
        let note = queue(studio, "a note", 1);

        // Who works on one after the other takes many at once; the note is younger and waits.
        let first = take(studio, 128, false);
        assert_eq!(ids(&first), sent[..128]);
        // What follows in the line waits for those, and the note does not.
        assert_eq!(ids(&take(studio, 128, false)), note);
        finish(studio, first);
        let mut taken = 128;
        while taken < LENGTH {
            let next = take(studio, 128, false);
            assert_eq!(ids(&next), sent[taken..(taken + 128).min(LENGTH)]);
            taken += next.len();
            finish(studio, next);
        }
        assert!(take(studio, 128, false).is_empty());
    }
}

service_test! {
    fn of_many_conversations_an_agent_outside_takes_one_message_each(
        studio, "agents.mailbox_max" = "4000"
    ) {
        let novel = queue(studio, "a novel", LENGTH);
        let letters = queue(studio, "letters", 2);

        let first = take(studio, 32, true);

        assert_eq!(ids(&first), [novel[0].clone(), letters[0].clone()]);
        assert!(take(studio, 32, true).is_empty(), "each is being worked on");
        finish(studio, first);
        assert_eq!(ids(&take(studio, 1, true)), [novel[1].clone()]);
    }
}

service_test! {
    fn what_rests_holds_up_its_own_line_alone(studio) {
        let sent = queue(studio, "a novel", 3);
        let other = queue(studio, "letters", 1);
        let (now, urgent) = (studio.clock.now(), sent[2].clone());
        let rests = sent[0].clone();
        studio.write(move |tx| {
            // The first one failed and is tried again later; the last one is in a class of its own.
            let principal = Principal::local();
            let mut message = messages::get_for_update(tx, &principal, &rests)?;
            message.not_before = now.plus(1_000);
            messages::save(tx, &message)?;
            tx.run("UPDATE message SET priority_rank = ?2 WHERE id = ?1", (&urgent, MessagePriority::Urgent.class()))
                .map(drop)
                .map_err(|error| domain::Error::internal("hurrying a message", error))
        });

        let taken = take(studio, 128, false);

        assert_eq!(ids(&taken), [sent[2].clone(), other[0].clone()]);
        studio.clock.advance(1_000);
        assert_eq!(ids(&take(studio, 128, false)), sent[..2]);
    }
}

service_test! {
    fn a_slow_message_holds_up_no_other_line(studio) {
        let project = studio.project("Dracula");
        let text = "It was a dark and stormy night, and nobody slept. ".repeat(60_000);
        let chapter = studio.document(&project, "A long one", &text);
        let ask = |about: Value| {
            let body = json!({ "toAgent": "proseguard", "message": "How does this read?",
                "context": { "metadata": about } });
            send(studio, &body).ok()
        };
        let status = |sent: &Value| {
            let id = sent["response"]["messageId"].text();
            studio.get(&format!("{MESSAGES}/{id}")).ok()["status"].text()
        };
        // With one slot, what is done is kept while the next is slow; with two, what is quick need
        // not wait for what is slow.
        for (slots, slow_first) in [(1, false), (2, true)] {
            studio.put("/api/agents/proseguard", &json!({ "slots": slots })).ok();
            sleep(studio, "proseguard");
            let slow = || ask(json!({ "documentId": chapter }));
            let quick = || ask(json!({}));
            let (slow, quick) = if slow_first {
                let slow = slow();
                (slow, quick())
            } else {
                let quick = quick();
                (slow(), quick)
            };

            studio.post("/api/agents/proseguard/wake", &json!({})).ok();

            reply_to(studio, &quick);
            assert_eq!((status(&quick), status(&slow)), ("handled".to_owned(), "leased".to_owned()));
            reply_to(studio, &slow);
        }
    }
}

service_test! {
    fn a_lease_is_prolonged_only_under_its_epoch(studio) {
        queue(studio, "a novel", 2);
        let now = studio.clock.now();
        let leased: Vec<(String, i64)> =
            take(studio, 2, false).iter().map(|it| (it.message.id.clone(), it.epoch)).collect();
        let stale = vec![leased[0].clone(), (leased[1].0.clone(), leased[1].1 + 1)];
        let still_leased = |ids: &[(String, i64)]| -> Vec<bool> {
            let status = |id: &str| studio.get(&format!("{MESSAGES}/{id}")).ok()["status"].text();
            ids.iter().map(|(id, _)| status(id) == "leased").collect()
        };

        studio.write(move |tx| messages::prolong(tx, &stale, now.plus(120_000)));
        studio.clock.advance(60_000);
        studio.until("the end of one lease", || {
            (still_leased(&leased) == [true, false]).then_some(())
        });

        studio.clock.advance(60_000);
        studio.until("the end of the other", || {
            (still_leased(&leased) == [false, false]).then_some(())
        });
    }
}
