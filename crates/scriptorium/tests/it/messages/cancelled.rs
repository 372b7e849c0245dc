//! Messages that a user cancels: however far their recipients are, they end, and nothing that is done about
//! them counts any more.

use serde_json::{Value, json};

use super::{MESSAGES, join, path, send};
use crate::support::Studio;

/// Cancels a message; as it is then.
fn cancel(studio: &Studio, sent: &Value) -> Value {
    studio.post(&format!("{}/cancel", path(sent)), &json!({})).ok()
}

/// Queued and leased messages of an agent.
fn mailbox(studio: &Studio, agent: &'static str) -> (i64, i64) {
    let mailbox = studio.write(move |tx| Ok(store::agents::get(tx, agent)?.mailbox));
    (mailbox.queued, mailbox.leased)
}

fn is_cancelled(message: &Value) {
    assert_eq!(
        (&message["status"], &message["rule"], &message["error"]),
        (&json!("expired"), &json!("cancelled"), &json!("local cancelled it"))
    );
}

service_test! {
    fn what_nobody_took_is_taken_out_of_its_mailbox(studio) {
        join(studio, "scout");
        let sent = send(studio, &json!({ "toAgent": "scout", "message": "Go" })).ok();
        assert_eq!(mailbox(studio, "scout"), (1, 0));

        is_cancelled(&cancel(studio, &sent));

        assert_eq!(mailbox(studio, "scout"), (0, 0));
        let again = studio.post(&format!("{}/cancel", path(&sent)), &json!({}));
        assert_eq!((again.status, again.detail()), (409, "The message is expired".to_owned()));
        assert_eq!(studio.post(&format!("{MESSAGES}/missing/cancel"), &json!({})).status, 404);
        let protocol = studio.get("/api/agent-communication/validation/protocols").ok();
        assert_eq!(protocol["validationData"]["violations"], json!([]));
        assert_eq!(protocol["validationData"]["failedCommunications"], 0, "nobody has failed");
    }
}

service_test! {
    fn what_is_worked_on_ends_and_its_lease_is_lost(studio) {
        join(studio, "scout");
        let sent = send(studio, &json!({ "toAgent": "scout", "message": "Go" })).ok();
        studio.post("/api/agent-communication/agents/scout/lease", &json!({})).ok();
        assert_eq!(mailbox(studio, "scout"), (0, 1));

        is_cancelled(&cancel(studio, &sent));

        assert_eq!(mailbox(studio, "scout"), (0, 0));
        let done = json!({ "epoch": 1, "reply": { "message": "Done." } });
        assert_eq!(studio.post(&format!("{}/acknowledge", path(&sent)), &done).status, 409);
        assert_eq!(studio.get(&path(&sent)).ok()["answerId"], Value::Null);
        let protocol = studio.get("/api/agent-communication/validation/protocols").ok();
        assert_eq!(protocol["validationData"]["violations"], json!([]));
        assert_eq!(protocol["validationData"]["failedCommunications"], 0, "nobody has failed");
    }
}
