//! Following resources: a request `subscriptions/listen`, which takes as long as somebody listens. The
//! versions of the protocol with a handshake have no such request, and their notifications need a session,
//! which this service does not keep; the relay listens for assistants that it serves.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{Result, resources::ResourceUri};
use engine::{
    Studio,
    resources::{Beginning, Changed, ResourceWatch, SUBSCRIPTIONS_MAX},
};
use rmcp::{
    model::{ErrorData, InitializeResult, SubscriptionFilter},
    service::SubscriptionContext,
};

use crate::{
    errors,
    server::{StudioServer, caller},
};

/// The method, which the header of a request names.
pub(crate) const METHOD: &str = "subscriptions/listen";

/// From where on a request follows, until its handler takes it.
#[derive(Clone)]
pub(crate) struct Begun(Arc<Mutex<Option<Result<Beginning>>>>);

impl Begun {
    /// Begins before the request is acknowledged, so that nothing is missed behind that.
    pub(crate) async fn now(studio: &Studio) -> Self {
        Self(Arc::new(Mutex::new(Some(Beginning::now(studio).await))))
    }

    fn take(&self) -> Option<Result<Beginning>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// What is told of what somebody asks to follow.
pub(crate) fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let wanted = requested.resource_subscriptions.iter().flatten();
    let wanted = wanted.filter(|uri| ResourceUri::parse(uri).is_ok()).take(SUBSCRIPTIONS_MAX);
    SubscriptionFilter::builder().resources_list_changed().resource_subscriptions(wanted).build()
}

/// Tells of changes until nobody listens any more, the service stops, or the listener may no longer read.
pub(crate) async fn listen(
    server: &StudioServer,
    context: &SubscriptionContext,
) -> std::result::Result<(), ErrorData> {
    let failed = |error| errors::of_request("following resources", &error);
    let request = context.request_context();
    let caller = caller(request)?.clone();
    let head = request.extensions.get::<hyper::http::request::Parts>();
    let begun = head.and_then(|head| head.extensions.get::<Begun>()).and_then(Begun::take);
    let beginning = match begun {
        Some(beginning) => beginning,
        None => Beginning::now(&server.studio).await,
    };
    let beginning = beginning.map_err(failed)?;
    let uris = context.accepted().resource_subscriptions.clone().unwrap_or_default();
    let caller = (caller.principal, caller.credential);
    let watch = ResourceWatch::open(&server.studio, caller, beginning, uris).await;
    let mut watch = watch.map_err(failed)?;
    let mut stop = server.stop.clone();
    loop {
        let changed = tokio::select! {
            () = context.cancelled() => return Ok(()),
            () = stop.stopped() => return Ok(()),
            changed = watch.next() => changed,
        };
        let Some(changed) = changed else { return Ok(()) };
        for changed in changed {
            // Fails where the listener has gone.
            if !notify(context, changed).await {
                return Ok(());
            }
        }
    }
}

/// Tells the listener what it asked for; false where it has gone.
async fn notify(context: &SubscriptionContext, changed: Changed) -> bool {
    let sent = match changed {
        Changed::List if context.accepted().resources_list_changed != Some(true) => return true,
        Changed::List => context.sink().notify_resource_list_changed().await,
        Changed::Resource(uri) => context.sink().notify_resource_updated(uri).await,
    };
    sent.is_ok()
}

/// The answer to a handshake: its versions of the protocol cannot follow anything here.
pub(crate) fn of_handshake(mut answer: InitializeResult) -> InitializeResult {
    if let Some(resources) = &mut answer.capabilities.resources {
        resources.subscribe = None;
        resources.list_changed = None;
    }
    answer
}
