//! Collects what a stream says into a [`Reply`], in the words of no provider: a dialect reads events
//! and calls these functions. It decides how a reply ended, and which calls are whole.

use std::collections::VecDeque;

use serde_json::Value;

use crate::{
    BrokenCall, Delta, Finish, Reply, ToolCall, Truncation, Usage, UsageSource,
    estimate::tokens_of,
    thinking::{Split, Thinking},
};

/// The most bytes of a reply: its text, its reasoning and its calls.
pub(crate) const REPLY_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The most calls of tools in one reply.
const CALLS_MAX: usize = 64;

/// What a server says of why it stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    Complete,
    ToolCalls,
    Length,
    ContentFilter,
    Refusal,
    /// A word that stands for no end we know.
    Other(String),
}

/// A reply that is longer than a reply may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// A call as far as it came.
#[derive(Debug, Clone, Default)]
struct PartialCall {
    id: String,
    name: String,
    arguments: String,
}

/// What came so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Collector {
    pub text: String,
    pub reasoning: String,
    thinking: Thinking,
    refusal: String,
    calls: Vec<PartialCall>,
    /// The number by which the server goes on with each of the calls.
    indexes: Vec<Option<u64>>,
    pub stop: Option<Stop>,
    pub model: Option<String>,
    pub input_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
    /// The server has said that nothing follows.
    pub is_ended: bool,
    /// What nobody has taken.
    deltas: VecDeque<Delta>,
    bytes: usize,
}

impl Collector {
    /// The next piece for who listens.
    pub(crate) fn next_delta(&mut self) -> Option<Delta> {
        self.deltas.pop_front()
    }

    /// How many bytes of a reply came: it grows with every token.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    fn grow(&mut self, piece: &str) -> Result<(), TooLarge> {
        self.bytes += piece.len();
        if self.bytes > REPLY_BYTES_MAX { Err(TooLarge) } else { Ok(()) }
    }

    /// More of the text, or of the reasoning where the server does not tell them apart.
    pub(crate) fn add_text(&mut self, piece: &str) -> Result<(), TooLarge> {
        self.grow(piece)?;
        let split = self.thinking.split(piece);
        self.add(split);
        Ok(())
    }

    /// More of the reasoning.
    pub(crate) fn add_reasoning(&mut self, piece: &str) -> Result<(), TooLarge> {
        self.grow(piece)?;
        self.add((piece.to_owned(), String::new()));
        Ok(())
    }

    /// Nothing more comes: what was kept back is handed over.
    pub(crate) fn end(&mut self) {
        let rest = self.thinking.rest();
        self.add(rest);
    }

    fn add(&mut self, (reasoning, text): Split) {
        if !reasoning.is_empty() {
            self.reasoning.push_str(&reasoning);
            self.deltas.push_back(Delta::Reasoning(reasoning));
        }
        if !text.is_empty() {
            self.text.push_str(&text);
            self.deltas.push_back(Delta::Text(text));
        }
    }

    /// More of why the model refuses.
    pub(crate) fn add_refusal(&mut self, piece: &str) -> Result<(), TooLarge> {
        self.grow(piece)?;
        self.refusal.push_str(piece);
        Ok(())
    }

    /// More of a call. The server names it by its index; one without an index goes on with the latest
    /// call, unless it has an id of its own.
    pub(crate) fn add_call(
        &mut self,
        index: Option<u64>,
        id: &str,
        name: &str,
        arguments: &str,
    ) -> Result<(), TooLarge> {
        self.grow(id)?;
        self.grow(name)?;
        self.grow(arguments)?;
        let known = match index {
            // Several calls may bear one index: then each has an id of its own.
            Some(_) => self.indexes.iter().rposition(|known| *known == index).filter(|at| {
                let known = &self.calls[*at].id;
                id.is_empty() || known.is_empty() || known == id
            }),
            None => {
                let goes_on = |call: &PartialCall| match id {
                    "" => name.is_empty(),
                    id => call.id == id,
                };
                self.calls.last().is_some_and(goes_on).then(|| self.calls.len() - 1)
            }
        };
        let at = match known {
            Some(at) => at,
            None if self.calls.len() == CALLS_MAX => return Err(TooLarge),
            None => {
                self.calls.push(PartialCall::default());
                self.indexes.push(index);
                self.calls.len() - 1
            }
        };
        let call = &mut self.calls[at];
        if call.id.is_empty() {
            call.id.push_str(id);
        }
        // A server that repeats the name with every piece means the same call.
        if call.name != name {
            call.name.push_str(name);
        }
        call.arguments.push_str(arguments);
        Ok(())
    }

    /// The reply. `cut` says why there is no more, in case that the server has not said so.
    pub(crate) fn into_reply(
        mut self,
        cut: Truncation,
        estimated_input: u64,
        attempts: u32,
    ) -> Reply {
        self.end();
        let is_ended_by_model = matches!(self.stop, Some(Stop::Complete | Stop::ToolCalls));
        let (tool_calls, broken_calls) = sorted(self.calls, is_ended_by_model);
        let has_calls = !tool_calls.is_empty() || !broken_calls.is_empty();
        let finish = match self.stop {
            None => Finish::Truncated(cut),
            Some(Stop::Other(reason)) => Finish::Truncated(Truncation::OtherReason(reason)),
            Some(Stop::Length) => Finish::Length,
            Some(Stop::ContentFilter) => Finish::ContentFilter,
            Some(Stop::Refusal) => Finish::Refusal,
            Some(_) if !self.refusal.is_empty() => Finish::Refusal,
            Some(_) if has_calls => Finish::ToolCalls,
            Some(Stop::Complete) => Finish::Complete,
            // It says that it calls, and calls nothing.
            Some(Stop::ToolCalls) => {
                Finish::Truncated(Truncation::OtherReason("tool_calls".to_owned()))
            }
        };
        // Some servers report zeros until they know better: nothing is sent or written in no tokens.
        let input_tokens = self.input_tokens.filter(|tokens| *tokens > 0);
        let output_tokens = self.output_tokens.filter(|tokens| *tokens > 0 || self.bytes == 0);
        let source = match (input_tokens, output_tokens) {
            (Some(_), Some(_)) => UsageSource::Reported,
            _ => UsageSource::Estimated,
        };
        Reply {
            text: if self.text.is_empty() { self.refusal } else { self.text },
            reasoning: self.reasoning,
            tool_calls,
            broken_calls,
            finish,
            usage: Usage {
                input_tokens: input_tokens.unwrap_or(estimated_input),
                output_tokens: output_tokens.unwrap_or_else(|| tokens_of(self.bytes)),
                source,
            },
            model: self.model,
            attempts,
        }
    }
}

/// The calls that may be made, and the others. None of a reply that the model has not ended itself may
/// be made: what was cut may happen to be JSON.
fn sorted(calls: Vec<PartialCall>, is_ended_by_model: bool) -> (Vec<ToolCall>, Vec<BrokenCall>) {
    let (mut whole, mut broken) = (Vec::new(), Vec::new());
    for (at, PartialCall { id, name, arguments }) in calls.into_iter().enumerate() {
        let id = if id.is_empty() { format!("call_{}", at + 1) } else { id };
        let read = match arguments.trim() {
            // A tool without arguments.
            "" => Some(Value::Object(serde_json::Map::new())),
            text => serde_json::from_str(text).ok().filter(Value::is_object),
        };
        match read {
            Some(arguments) if is_ended_by_model && !name.is_empty() => {
                whole.push(ToolCall { id, name, arguments });
            }
            _ => broken.push(BrokenCall { id, name, arguments }),
        }
    }
    (whole, broken)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn with_stop(stop: Option<Stop>) -> Collector {
        Collector { stop, ..Collector::default() }
    }

    fn reply(collector: Collector) -> Reply {
        collector.into_reply(Truncation::NoStopReason, 7, 1)
    }

    #[test]
    fn each_stop_is_a_state_of_its_own() {
        let other = || Stop::Other("pause".to_owned());
        for (stop, finish) in [
            (None, Finish::Truncated(Truncation::NoStopReason)),
            (Some(Stop::Complete), Finish::Complete),
            (Some(Stop::Length), Finish::Length),
            (Some(Stop::ContentFilter), Finish::ContentFilter),
            (Some(Stop::Refusal), Finish::Refusal),
            (Some(other()), Finish::Truncated(Truncation::OtherReason("pause".to_owned()))),
            (
                Some(Stop::ToolCalls),
                Finish::Truncated(Truncation::OtherReason("tool_calls".to_owned())),
            ),
        ] {
            assert_eq!(reply(with_stop(stop)).finish, finish);
        }
    }

    #[test]
    fn calls_are_put_together_from_pieces() {
        let mut collector = with_stop(Some(Stop::Complete));
        collector.add_call(Some(0), "a", "look", "{\"x\"").unwrap();
        collector.add_call(Some(1), "b", "read", "").unwrap();
        collector.add_call(Some(0), "", "", ":1}").unwrap();

        let reply = reply(collector);

        assert_eq!(reply.finish, Finish::ToolCalls);
        let calls: Vec<_> =
            reply.tool_calls.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect();
        assert_eq!(calls, [("a", "look"), ("b", "read")]);
        assert_eq!(reply.tool_calls[0].arguments, json!({ "x": 1 }));
        assert_eq!(reply.tool_calls[1].arguments, json!({}));
    }

    #[test]
    fn calls_without_an_index_begin_with_a_name() {
        let mut collector = with_stop(Some(Stop::ToolCalls));
        collector.add_call(None, "", "look", "{}").unwrap();
        collector.add_call(None, "", "look", "{\"a\":").unwrap();
        collector.add_call(None, "", "", "2}").unwrap();

        let reply = reply(collector);

        let calls: Vec<_> = reply.tool_calls.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(calls, ["call_1", "call_2"]);
        assert_eq!(reply.tool_calls[1].arguments, json!({ "a": 2 }));
    }

    #[test]
    fn a_call_that_was_cut_or_makes_no_sense_is_none() {
        for (stop, arguments) in [
            (Some(Stop::Length), "{\"x\":1}"),
            (Some(Stop::Length), "{\"x\":"),
            (None, "{\"x\":1}"),
            (Some(Stop::ToolCalls), "{\"x\":"),
            (Some(Stop::ToolCalls), "[1]"),
        ] {
            let mut collector = with_stop(stop.clone());
            collector.add_call(Some(0), "a", "look", arguments).unwrap();

            let reply = reply(collector);

            assert_eq!(reply.tool_calls, [], "{stop:?} {arguments}");
            assert_eq!(reply.broken_calls[0].arguments, arguments);
        }
    }

    #[test]
    fn a_refusal_is_no_answer() {
        let mut collector = with_stop(Some(Stop::Complete));
        collector.add_refusal("I cannot").unwrap();

        let reply = reply(collector);

        assert_eq!((reply.finish, reply.text.as_str()), (Finish::Refusal, "I cannot"));
    }

    #[test]
    fn usage_is_reported_when_both_numbers_are() {
        let mut collector = with_stop(Some(Stop::Complete));
        collector.add_text("abcde").unwrap();
        collector.add_reasoning("abc").unwrap();
        let estimated = Usage { input_tokens: 7, output_tokens: 2, source: UsageSource::Estimated };
        assert_eq!(reply(collector).usage, estimated);

        let mut collector = with_stop(Some(Stop::Complete));
        collector.output_tokens = Some(3);
        let half = Usage { input_tokens: 7, output_tokens: 3, source: UsageSource::Estimated };
        assert_eq!(reply(collector).usage, half);

        let mut collector = with_stop(Some(Stop::Complete));
        collector.add_text("abcde").unwrap();
        (collector.input_tokens, collector.output_tokens) = (Some(0), Some(0));
        assert_eq!(reply(collector).usage, estimated);

        let mut collector = with_stop(Some(Stop::Complete));
        (collector.input_tokens, collector.output_tokens) = (Some(5), Some(0));
        let whole = Usage { input_tokens: 5, output_tokens: 0, source: UsageSource::Reported };
        assert_eq!(reply(collector).usage, whole);
    }

    #[test]
    fn a_reply_has_a_bound() {
        let mut collector = Collector::default();
        let half = "x".repeat(REPLY_BYTES_MAX / 2);
        assert_eq!(collector.add_text(&half), Ok(()));
        assert_eq!(collector.add_reasoning(&half), Ok(()));
        assert_eq!(collector.add_text("x"), Err(TooLarge));

        let mut collector = Collector::default();
        let mut add = |index| collector.add_call(Some(index), "", "a", "");
        assert!((0..CALLS_MAX as u64).all(|index| add(index).is_ok()));
        assert_eq!(add(1_000), Err(TooLarge));
    }
}
