//! How many tokens a text has, where nobody has counted them. The real number depends on the model;
//! this one is meant to be too high rather than too low.

use crate::{Message, Request};

/// Bytes of UTF-8 for which one token is counted. English prose has about 4.5 bytes per token in the
/// vocabularies of today's models, other scripts have more tokens per character and more bytes too.
const BYTES_PER_TOKEN: usize = 4;

/// Tokens that a message takes beside its text: its role, and where it begins and ends.
const MESSAGE_TOKENS: u64 = 4;

/// An estimate of the tokens of a text: a token for every four bytes of UTF-8, rounded up.
pub fn tokens_estimate(text: &str) -> u64 {
    tokens_of(text.len())
}

/// The estimate for so many bytes.
pub(crate) fn tokens_of(bytes: usize) -> u64 {
    u64::try_from(bytes.div_ceil(BYTES_PER_TOKEN)).unwrap_or(u64::MAX)
}

impl Request {
    /// An estimate of the tokens that are sent: that of every text, of every tool and of the schema as
    /// JSON, and four more for each message.
    pub fn tokens_estimate(&self) -> u64 {
        let messages = self.messages.iter().map(|message| {
            MESSAGE_TOKENS
                + match message {
                    Message::System { text } | Message::User { text } => tokens_estimate(text),
                    Message::ToolResult { text, name, .. } => {
                        tokens_estimate(text) + tokens_estimate(name)
                    }
                    Message::Assistant { text, tool_calls } => {
                        let calls = tool_calls.iter().map(|call| {
                            tokens_estimate(&call.name)
                                + tokens_estimate(&call.arguments.to_string())
                        });
                        tokens_estimate(text) + calls.sum::<u64>()
                    }
                }
        });
        let tools = self.tools.iter().map(|tool| {
            let parameters = tool.parameters.to_string();
            tokens_of(tool.name.len() + tool.description.len() + parameters.len())
        });
        let schema = self.schema.iter().map(|it| tokens_estimate(&it.schema.to_string()));
        messages.chain(tools).chain(schema).sum()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{AnswerSchema, Tool};

    #[test]
    fn four_bytes_are_a_token() {
        for (text, tokens) in [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("é", 1), ("日本", 2)]
        {
            assert_eq!(tokens_estimate(text), tokens, "{text}");
        }
    }

    #[test]
    fn everything_that_is_sent_is_counted() {
        let mut request = Request::ask("abcdefgh");
        assert_eq!(request.tokens_estimate(), 4 + 2);

        let schema = json!({});
        request.tools.push(Tool {
            name: "abc".to_owned(),
            description: "abc".to_owned(),
            parameters: schema.clone(),
        });
        assert_eq!(request.tokens_estimate(), 6 + 2);

        request.schema = Some(AnswerSchema { name: "a".to_owned(), schema });
        assert_eq!(request.tokens_estimate(), 8 + 1);
    }
}
