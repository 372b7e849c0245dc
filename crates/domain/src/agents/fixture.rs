//! A card and its text for tests of agents. The files of the built-in agents are not read here.

use super::{AgentKind, AgentPriority, Card, Category, Dependencies, Policy, Resources};

/// A right card of an agent with this id.
pub fn card(id: &str) -> Card {
    Card {
        id: id.into(),
        order: 1,
        name: "Muse".into(),
        description: "Offers premises, what-ifs and names.".into(),
        kind: AgentKind::Active,
        category: Category::Ideation,
        priority: AgentPriority::Low,
        auto_start: true,
        user_visible: true,
        requires_user_permission: false,
        can_modify_system: false,
        capabilities: vec!["ideation".into(), "naming".into()],
        specializations: vec!["twists".into()],
        dependencies: Dependencies::default(),
        resources: Resources { slots: 4, needs_model: true },
        version: "1.0.0".into(),
        created_at: "2026-11-21T12:00:00.000Z".into(),
        updated_at: "2026-11-21T12:00:00.000Z".into(),
        authority: Policy::open(),
        prompt: "You offer three ideas.\n".into(),
    }
}

/// The text of a card as a built-in agent writes it, in the form of its files.
pub fn card_toml(id: &str, order: u32, works_with: &[&str]) -> String {
    format!(
        r#"# A comment.
id = "{id}"
order = {order}
name = "Muse"
description = "Offers premises, what-ifs and names."
type = "active"
category = "ideation"
priority = "low"
autoStart = true
userVisible = true
requiresUserPermission = false
canModifySystem = false
capabilities = ["ideation", "naming"]
specializations = ["twists"]
dependencies = {{ requires = [], worksWith = {works_with:?} }}
resources = {{ slots = 4, needsModel = true }}
version = "1.0.0"
createdAt = "2026-11-21T12:00:00.000Z"
updatedAt = "2026-11-21T12:00:00.000Z"
prompt = """
You offer three ideas.
"""

[authority]
default = "permit"
"#
    )
}
