//! Who may write to an agent: an ordered list of rules and a default. One forbidding rule outweighs
//! any number of permitting ones. The verdict on a message names the rule that gave it; the hub
//! decides what happens to a refused message.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Effect, Flaw, Trust, card::WORD_CHARS_MAX};
use crate::messages::{MessagePriority, MessageType, SYSTEM};

/// Most rules of one policy.
pub const RULES_MAX: usize = 64;

/// The sender of a rule that fits everybody.
pub const ANYONE: &str = "*";

/// The one agent besides the studio itself that hands work to guarded agents.
const DIRECTOR: &str = "director";

/// Who may write to an agent. An absent policy is the open one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Policy {
    /// At most [`RULES_MAX`]. Their order matters only for which of them is named.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// What happens to a message no rule fits.
    #[serde(default = "permit")]
    pub default: Effect,
}

const fn permit() -> Effect {
    Effect::Permit
}

/// One rule: what it does with the messages that fit all it asks for. What it leaves out, it does
/// not ask for. An unknown field is refused, since a misspelt condition would widen the rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rule {
    /// What it does.
    pub effect: Effect,
    /// An agent's id, whatever its case, or [`ANYONE`].
    pub sender: String,
    /// Only messages of this type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_type: Option<MessageType>,
    /// Only messages of the class of this priority or a higher one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_priority: Option<MessagePriority>,
    /// Only messages of senders that are trusted, or that are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<Trust>,
}

/// What a policy looks at in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// Who wrote it, as sent.
    pub sender: &'a str,
    /// Whether the sender belongs to the studio.
    pub trust: Trust,
    /// What it wants.
    pub message_type: MessageType,
    /// The class of its priority, 0 to 3 (see [`MessagePriority::class`]).
    pub class: i64,
}

/// What a policy says of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The message may be delivered.
    Permitted {
        /// What gave the verdict.
        by: Basis,
    },
    /// The message is refused.
    Denied {
        /// What gave the verdict.
        by: Basis,
        /// One sentence for the sender that spells the rule out.
        reason: String,
    },
}

/// What gave a verdict; written `rule 2` (counted from 1) or `default`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The rule at this index of [`Policy::rules`], counted from 0.
    Rule(usize),
    /// No rule fitted.
    Default,
}

impl Policy {
    /// Everybody may write anything.
    pub fn open() -> Self {
        Self { rules: Vec::new(), default: Effect::Permit }
    }

    /// Hand-offs from the director and the studio alone; everything else from everybody. Since
    /// forbidding outweighs permitting, "only these" is said by permitting them and forbidding by
    /// default.
    pub fn guarded() -> Self {
        let handed_by = |sender: &str| Rule {
            message_type: Some(MessageType::Handoff),
            ..Rule::new(Effect::Permit, sender)
        };
        let anything_but_handoffs = [
            MessageType::Direct,
            MessageType::Broadcast,
            MessageType::Consultation,
            MessageType::Collaboration,
        ]
        .map(|it| Rule { message_type: Some(it), ..Rule::new(Effect::Permit, ANYONE) });

        let mut rules = vec![handed_by(DIRECTOR), handed_by(SYSTEM)];
        rules.extend(anything_but_handoffs);
        Self { rules, default: Effect::Forbid }
    }

    /// Whether the policy can be kept.
    pub fn check(&self) -> Result<(), Flaw> {
        if self.rules.len() > RULES_MAX {
            return Err(Flaw::new("authority.rules", format!("has over {RULES_MAX} rules")));
        }
        match self.rules.iter().position(|rule| !is_sender(&rule.sender)) {
            Some(index) => {
                let by = Basis::Rule(index);
                Err(Flaw::new(
                    "authority.rules",
                    format!("{by} has no sender of 1 to 64 characters"),
                ))
            }
            None => Ok(()),
        }
    }

    /// Whether this message may be delivered: the first forbidding rule that fits denies it, else
    /// the first permitting one permits it, else the default decides.
    pub fn judge(&self, envelope: &Envelope) -> Verdict {
        let first = |effect| {
            self.rules.iter().position(|rule| rule.effect == effect && rule.fits(envelope))
        };

        if let Some(index) = first(Effect::Forbid) {
            let by = Basis::Rule(index);
            let rule = &self.rules[index];
            let reason = format!("{by} of the recipient's authority policy denies it: {rule}");
            return Verdict::Denied { by, reason };
        }
        if let Some(index) = first(Effect::Permit) {
            return Verdict::Permitted { by: Basis::Rule(index) };
        }
        match self.default {
            Effect::Permit => Verdict::Permitted { by: Basis::Default },
            Effect::Forbid => {
                Verdict::Denied { by: Basis::Default, reason: self.default_denial(envelope) }
            }
        }
    }

    /// Why the default denies a message, with the rules that would let one of its type through.
    fn default_denial(&self, envelope: &Envelope) -> String {
        let wanted = envelope.message_type;
        let permits: Vec<_> = self
            .rules
            .iter()
            .filter(|rule| rule.effect == Effect::Permit)
            .filter(|rule| rule.message_type.is_none_or(|it| it == wanted))
            .map(Rule::to_string)
            .collect();
        let permits = if permits.is_empty() { "none".to_owned() } else { permits.join("; ") };
        format!(
            "the recipient's authority policy forbids by default, and no rule permits this \
             {wanted} from this sender; rules for {wanted}: {permits}"
        )
    }
}

/// Whether a rule can be about this sender. It may name one that is not registered, so that anything
/// short and visible is taken; a verdict quotes it.
pub(super) fn is_sender(text: &str) -> bool {
    !text.trim().is_empty()
        && text.chars().count() <= WORD_CHARS_MAX
        && !text.contains(char::is_control)
}

impl Default for Policy {
    fn default() -> Self {
        Self::open()
    }
}

impl Rule {
    /// A rule that fits every message of this sender.
    pub fn new(effect: Effect, sender: &str) -> Self {
        Self {
            effect,
            sender: sender.to_owned(),
            message_type: None,
            min_priority: None,
            trust: None,
        }
    }

    fn fits(&self, envelope: &Envelope) -> bool {
        (self.sender == ANYONE || self.sender.eq_ignore_ascii_case(envelope.sender))
            && self.message_type.is_none_or(|wanted| wanted == envelope.message_type)
            && self.min_priority.is_none_or(|least| least.class() <= envelope.class)
            && self.trust.is_none_or(|wanted| wanted == envelope.trust)
    }
}

/// `forbid handoff from anyone untrusted at priority high or above`
impl fmt::Display for Rule {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} ", self.effect)?;
        match self.message_type {
            Some(message_type) => write!(to, "{message_type}")?,
            None => to.write_str("any message")?,
        }
        to.write_str(" from ")?;
        to.write_str(if self.sender == ANYONE { "anyone" } else { &self.sender })?;
        if let Some(trust) = self.trust {
            write!(to, " {trust}")?;
        }
        if let Some(least) = self.min_priority {
            write!(to, " at priority {least} or above")?;
        }
        Ok(())
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(index) => write!(to, "rule {}", index + 1),
            Self::Default => to.write_str("default"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MessageType::{Broadcast, Collaboration, Consultation, Direct, Handoff};
    use Trust::{Trusted, Untrusted};

    fn envelope(sender: &str, trust: Trust, message_type: MessageType, class: i64) -> Envelope<'_> {
        Envelope { sender, trust, message_type, class }
    }

    fn policy(json: &str) -> Policy {
        let policy: Policy = serde_json::from_str(json).unwrap();
        policy.check().unwrap();
        policy
    }

    /// The verdict as `permit` or `forbid` and its basis.
    fn verdict(policy: &Policy, envelope: &Envelope) -> String {
        match policy.judge(envelope) {
            Verdict::Permitted { by } => format!("permit by {by}"),
            Verdict::Denied { by, .. } => format!("forbid by {by}"),
        }
    }

    #[test]
    fn rules_decide_by_what_they_ask_for() {
        const STRANGERS: &str = r#"{"rules": [
            {"effect": "forbid", "sender": "*", "trust": "untrusted"},
            {"effect": "permit", "sender": "*"}], "default": "forbid"}"#;
        const MUSE_ONLY: &str = r#"{"rules": [
            {"effect": "permit", "sender": "muse"}], "default": "forbid"}"#;
        const MUSE_NOT: &str = r#"{"rules": [
            {"effect": "permit", "sender": "*"},
            {"effect": "permit", "sender": "muse", "messageType": "direct"},
            {"effect": "forbid", "sender": "muse"}]}"#;
        const URGENT: &str = r#"{"rules": [
            {"effect": "permit", "sender": "*", "minPriority": "high"}], "default": "forbid"}"#;
        const QUIET: &str = r#"{"rules": [
            {"effect": "forbid", "sender": "*", "messageType": "broadcast",
             "minPriority": "medium", "trust": "trusted"}]}"#;

        #[rustfmt::skip]
        let table = [
            // policy, sender, trust, type, class, verdict
            ("{}",      "nobody", Untrusted, Handoff,      0, "permit by default"),
            (STRANGERS, "nobody", Untrusted, Direct,       3, "forbid by rule 1"),
            (STRANGERS, "muse",   Trusted,   Direct,       0, "permit by rule 2"),
            (MUSE_ONLY, "muse",   Trusted,   Handoff,      0, "permit by rule 1"),
            (MUSE_ONLY, "MUSE",   Trusted,   Handoff,      0, "permit by rule 1"),
            (MUSE_ONLY, "museum", Untrusted, Direct,       3, "forbid by default"),
            (MUSE_NOT,  "muse",   Trusted,   Direct,       1, "forbid by rule 3"),
            (MUSE_NOT,  "Muse",   Trusted,   Direct,       1, "forbid by rule 3"),
            (MUSE_NOT,  "scribe", Trusted,   Direct,       1, "permit by rule 1"),
            (URGENT,    "muse",   Trusted,   Consultation, 1, "forbid by default"),
            (URGENT,    "muse",   Trusted,   Consultation, 2, "permit by rule 1"),
            (URGENT,    "muse",   Trusted,   Consultation, 3, "permit by rule 1"),
            (QUIET,     "muse",   Trusted,   Broadcast,    1, "forbid by rule 1"),
            (QUIET,     "muse",   Trusted,   Broadcast,    0, "permit by default"),
            (QUIET,     "muse",   Trusted,   Direct,       3, "permit by default"),
            (QUIET,     "nobody", Untrusted, Broadcast,    3, "permit by default"),
        ];

        for (json, sender, trust, message_type, class, expected) in table {
            let envelope = envelope(sender, trust, message_type, class);

            assert_eq!(verdict(&policy(json), &envelope), expected, "{json} {envelope:?}");
        }
    }

    #[test]
    fn a_guarded_agent_takes_work_from_the_director_and_the_studio_alone() {
        #[rustfmt::skip]
        let table = [
            ("director", Trusted,   Handoff,       "permit by rule 1"),
            ("system",   Trusted,   Handoff,       "permit by rule 2"),
            ("scribe",   Trusted,   Handoff,       "forbid by default"),
            ("nobody",   Untrusted, Handoff,       "forbid by default"),
            ("scribe",   Trusted,   Direct,        "permit by rule 3"),
            ("scribe",   Trusted,   Broadcast,     "permit by rule 4"),
            ("nobody",   Untrusted, Consultation,  "permit by rule 5"),
            ("scribe",   Trusted,   Collaboration, "permit by rule 6"),
        ];

        Policy::guarded().check().unwrap();
        for (sender, trust, message_type, expected) in table {
            let envelope = envelope(sender, trust, message_type, 3);

            assert_eq!(verdict(&Policy::guarded(), &envelope), expected, "{envelope:?}");
        }
    }

    #[test]
    fn a_denial_spells_its_rule_out() {
        let named = policy(
            r#"{"rules": [{"effect": "permit", "sender": "*"},
                {"effect": "forbid", "sender": "*", "messageType": "handoff",
                 "minPriority": "urgent", "trust": "untrusted"}]}"#,
        );
        let envelope = envelope("nobody", Untrusted, Handoff, 3);

        let reason = |policy: &Policy| match policy.judge(&envelope) {
            Verdict::Denied { reason, .. } => reason,
            Verdict::Permitted { by } => panic!("permitted by {by}"),
        };

        assert_eq!(
            reason(&named),
            "rule 2 of the recipient's authority policy denies it: \
             forbid handoff from anyone untrusted at priority urgent or above"
        );
        assert_eq!(
            reason(&Policy::guarded()),
            "the recipient's authority policy forbids by default, and no rule permits this \
             handoff from this sender; rules for handoff: permit handoff from director; \
             permit handoff from system"
        );
        assert!(
            reason(&policy(r#"{"default": "forbid"}"#)).ends_with("rules for handoff: none"),
            "a policy without rules says so"
        );
    }

    #[test]
    fn a_policy_is_kept_in_the_words_it_came_in() {
        let json = concat!(
            r#"{"rules":[{"effect":"permit","sender":"muse","messageType":"handoff","#,
            r#""minPriority":"medium","trust":"trusted"},{"effect":"forbid","sender":"*"}],"#,
            r#""default":"forbid"}"#,
        );

        assert_eq!(serde_json::to_string(&policy(json)).unwrap(), json);
        assert_eq!(policy("{}"), Policy::open());
    }

    #[test]
    fn a_misspelt_condition_is_refused_rather_than_dropped() {
        let error = serde_json::from_str::<Policy>(
            r#"{"rules": [{"effect": "permit", "sender": "*", "messagetype": "direct"}]}"#,
        )
        .unwrap_err();

        assert!(error.to_string().contains("unknown field `messagetype`"), "{error}");
    }

    #[test]
    fn a_policy_has_few_rules_and_each_has_a_sender() {
        let of = |rules| Policy { rules, default: Effect::Permit };
        let forbid = |sender: &str| Rule::new(Effect::Forbid, sender);

        assert!(of(vec![forbid("a"); RULES_MAX]).check().is_ok());
        assert!(of(vec![forbid("a"); RULES_MAX + 1]).check().is_err());
        for nameless in ["", "  ", "a\nb", &"a".repeat(65)] {
            let flaw = of(vec![forbid(ANYONE), forbid(nameless)]).check().unwrap_err();
            assert!(flaw.reason.starts_with("rule 2 has no sender"), "{flaw}");
        }
    }
}
