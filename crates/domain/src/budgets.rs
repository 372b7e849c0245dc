//! Budgets of model calls. Before a call its highest possible spending is reserved in every account
//! it belongs to; after it, what it spent is settled. Pure arithmetic: `store` keeps the accounts.

use std::fmt;

use crate::time::Time;

/// Millionths of a US dollar.
pub const MICROS_PER_DOLLAR: f64 = 1_000_000.0;

/// How long the account of a day is kept, in days. It limits only that day.
pub const BUDGET_DAYS: i64 = 7;

/// Tokens and money that a model call takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spending {
    /// Tokens that were sent and that came back.
    pub tokens: i64,
    /// Their price in millionths of a US dollar; 0 where no price is configured.
    pub micros: i64,
}

impl Spending {
    /// Both together.
    pub const fn plus(self, other: Self) -> Self {
        Self {
            tokens: self.tokens.saturating_add(other.tokens),
            micros: self.micros.saturating_add(other.micros),
        }
    }
}

/// The most that may be spent; absent is without a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limit {
    /// Tokens.
    pub tokens: Option<i64>,
    /// Money, in millionths of a US dollar.
    pub micros: Option<i64>,
}

impl Limit {
    /// A limit in the units of settings and requests.
    pub fn new(tokens: Option<i64>, dollars: Option<f64>) -> Self {
        Self { tokens, micros: dollars.map(|it| (it * MICROS_PER_DOLLAR).round() as i64) }
    }

    /// The lower one of both limits.
    pub fn and(self, other: Self) -> Self {
        let lower = |one: Option<i64>, other: Option<i64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Self { tokens: lower(self.tokens, other.tokens), micros: lower(self.micros, other.micros) }
    }

    /// Whether nothing is limited.
    pub const fn is_none(self) -> bool {
        self.tokens.is_none() && self.micros.is_none()
    }
}

crate::string_enum! {
    /// What a budget is for.
    pub enum BudgetScope {
        /// One model call.
        Call = "call",
        /// One swarm.
        Swarm = "swarm",
        /// One project.
        Project = "project",
        /// One day in UTC, of the whole service.
        Day = "day",
    }
}

/// The spending of a swarm, a project or a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Account {
    /// What calls that ended have spent.
    pub settled: Spending,
    /// What calls that run may spend at the most.
    pub reserved: Spending,
}

/// A call that a budget does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetExceeded {
    /// Whose budget.
    pub scope: BudgetScope,
    /// Whether it is money that is missing; otherwise it is tokens.
    pub is_money: bool,
    /// The limit.
    pub limit: i64,
    /// What is spent or reserved of it.
    pub used: i64,
    /// What the call may need.
    pub wanted: i64,
}

impl fmt::Display for BudgetExceeded {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amount = |amount: i64| {
            if self.is_money {
                format!("${:.4}", amount as f64 / MICROS_PER_DOLLAR)
            } else {
                format!("{amount} tokens")
            }
        };
        write!(
            to,
            "The budget of the {} does not allow this model call: it may need {}, and {} of {} are \
             spent or reserved",
            self.scope,
            amount(self.wanted),
            // More is spent than there is where the limit was lowered.
            if self.used > self.limit { "all".to_owned() } else { amount(self.used) },
            amount(self.limit)
        )
    }
}

impl Account {
    /// Reserves the highest spending of a call: afterwards `settled + reserved` is within the limit.
    ///
    /// # Errors
    /// What is missing, with nothing reserved.
    pub fn reserve(
        &mut self,
        scope: BudgetScope,
        limit: Limit,
        wanted: Spending,
    ) -> Result<(), BudgetExceeded> {
        let used = self.settled.plus(self.reserved);
        let checks = [
            (false, limit.tokens, used.tokens, wanted.tokens),
            (true, limit.micros, used.micros, wanted.micros),
        ];
        for (is_money, limit, used, wanted) in checks {
            if let Some(limit) = limit
                && used.saturating_add(wanted) > limit
            {
                return Err(BudgetExceeded { scope, is_money, limit, used, wanted });
            }
        }
        self.reserved = self.reserved.plus(wanted);
        Ok(())
    }

    /// Replaces a reservation by what was spent. A model that returned more than it was allowed to
    /// is paid all the same, so `settled` may then be above the limit, and the next call is refused.
    pub const fn settle(&mut self, reserved: Spending, spent: Spending) {
        self.reserved.tokens -= reserved.tokens;
        self.reserved.micros -= reserved.micros;
        self.settled = self.settled.plus(spent);
    }
}

/// The day of an account, as `2026-11-23` in UTC.
pub fn day_id(now: Time) -> String {
    now.iso().chars().take("2026-11-23".len()).collect()
}

/// Whether a text is a day of the calendar as [`day_id`] writes it.
pub fn is_day(text: &str) -> bool {
    Time::of_iso(&format!("{text}T00:00:00Z")).is_ok_and(|at| day_id(at) == text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn tokens(tokens: i64) -> Spending {
        Spending { tokens, micros: 0 }
    }

    #[test]
    fn a_call_over_the_limit_is_refused_and_reserves_nothing() {
        let limit = Limit { tokens: Some(100), micros: None };
        let mut account = Account { settled: tokens(60), reserved: tokens(30) };

        let refused = account.reserve(BudgetScope::Project, limit, tokens(11)).unwrap_err();

        assert_eq!(
            refused.to_string(),
            "The budget of the project does not allow this model call: it may need 11 tokens, and \
             90 tokens of 100 tokens are spent or reserved"
        );
        assert_eq!(account.reserved, tokens(30));
        assert_eq!(account.reserve(BudgetScope::Project, limit, tokens(10)), Ok(()));
    }

    #[test]
    fn money_is_limited_as_tokens_are() {
        let limit = Limit::new(None, Some(0.5));
        let mut account = Account::default();
        let call = Spending { tokens: 9_000_000, micros: 500_001 };

        let refused = account.reserve(BudgetScope::Day, limit, call).unwrap_err();

        assert!(refused.to_string().contains("it may need $0.5000"), "{refused}");
    }

    #[test]
    fn of_two_limits_the_lower_one_counts() {
        let one = Limit { tokens: Some(10), micros: None };
        let other = Limit { tokens: Some(20), micros: Some(5) };

        assert_eq!(one.and(other), Limit { tokens: Some(10), micros: Some(5) });
        assert!(Limit::default().and(Limit::default()).is_none());
    }

    proptest! {
        /// As long as no model returns more than it may, no limit is ever exceeded, and what is
        /// reserved is always that of the calls that run.
        #[test]
        fn what_is_spent_stays_within_the_limit(
            limit in 0_i64..2_000,
            calls in prop::collection::vec((0_i64..400, 0.0_f64..=1.0, any::<bool>()), 0..60),
        ) {
            let limit = Limit { tokens: Some(limit), micros: None };
            let (mut account, mut running) = (Account::default(), Vec::new());
            for (wanted, share, ends) in calls {
                if account.reserve(BudgetScope::Swarm, limit, tokens(wanted)).is_ok() {
                    running.push((wanted, (wanted as f64 * share) as i64));
                }
                if ends && let Some((wanted, spent)) = running.pop() {
                    account.settle(tokens(wanted), tokens(spent));
                }
                let used = account.settled.plus(account.reserved);
                prop_assert!(used.tokens <= limit.tokens.unwrap_or(0));
                let reserved: i64 = running.iter().map(|(wanted, _)| wanted).sum();
                prop_assert_eq!(account.reserved.tokens, reserved);
            }
        }
    }

    #[test]
    fn a_day_is_one_of_the_calendar() {
        for (text, is_one) in [
            ("2026-11-21", true),
            ("2024-02-29", true),
            ("2026-02-29", false),
            ("2026-1-2", false),
            ("2026-11-21T", false),
            ("", false),
            ("tomorrow", false),
        ] {
            assert_eq!(is_day(text), is_one, "{text}");
        }
    }
}
