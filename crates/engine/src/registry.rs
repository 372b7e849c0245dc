//! The built-in agents: one declarative file each, embedded, and brought up to date in the database
//! at every start.

use std::sync::OnceLock;

use domain::{
    Error, Principal, Result,
    agents::{Card, Registry},
};
use store::agents;

use crate::{Studio, presence};

/// The files of the built-in agents, by their names.
const FILES: &[(&str, &str)] = &[
    ("director.toml", include_str!("../agents/director.toml")),
    ("muse.toml", include_str!("../agents/muse.toml")),
    ("architect.toml", include_str!("../agents/architect.toml")),
    ("plotter.toml", include_str!("../agents/plotter.toml")),
    ("chronicler.toml", include_str!("../agents/chronicler.toml")),
    ("lorekeeper.toml", include_str!("../agents/lorekeeper.toml")),
    ("worldsmith.toml", include_str!("../agents/worldsmith.toml")),
    ("castwright.toml", include_str!("../agents/castwright.toml")),
    ("linguist.toml", include_str!("../agents/linguist.toml")),
    ("researcher.toml", include_str!("../agents/researcher.toml")),
    ("scribe.toml", include_str!("../agents/scribe.toml")),
    ("proseguard.toml", include_str!("../agents/proseguard.toml")),
    ("critic.toml", include_str!("../agents/critic.toml")),
    ("archivist.toml", include_str!("../agents/archivist.toml")),
    ("publisher.toml", include_str!("../agents/publisher.toml")),
];

/// The built-in agents, in registry order.
///
/// # Errors
/// When a file of the program is not a card, which a test rules out.
pub fn builtin() -> Result<&'static Registry> {
    static READ: OnceLock<Registry> = OnceLock::new();
    if let Some(registry) = READ.get() {
        return Ok(registry);
    }
    let registry = Registry::parse(FILES.iter().copied())
        .map_err(|flaw| Error::internal("reading the built-in agents", flaw))?;
    Ok(READ.get_or_init(|| registry))
}

/// The program's own card of a built-in agent; none for an agent of a user.
pub fn own(id: &str) -> Result<Option<&'static Card>> {
    Ok(builtin()?.find(id))
}

/// The same as this service runs it: one that a configured model backs works on several requests at once.
pub(crate) fn own_here(studio: &Studio, id: &str) -> Result<Option<Card>> {
    Ok(own(id)?.map(|card| here(studio, card)))
}

fn here(studio: &Studio, card: &Card) -> Card {
    let card = card.clone();
    if studio.has_model(&card.id) { card.backed_by_model() } else { card }
}

/// Brings the registry in the database up to date, and wakes the agents that start by themselves.
pub(crate) async fn install(studio: &Studio) -> Result<()> {
    let cards: Vec<Card> = builtin()?.cards().iter().map(|card| here(studio, card)).collect();
    let goes_on = presence::has_other_server(studio).await?;
    studio
        .change(&Principal::service(), move |change| agents::install(change.tx, &cards, goes_on))
        .await
}
