//! Notifications: messages to one user, and whether they were read. The event log delivers them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::time::Time;

crate::string_enum! {
    /// What a notification is about, for the eye.
    pub enum NotificationKind {
        Success = "success",
        Error = "error",
        Warning = "warning",
        Info = "info",
    }
}

crate::string_enum! {
    /// How much a notification matters.
    pub enum NotificationPriority {
        Low = "low",
        Normal = "normal",
        High = "high",
        Critical = "critical",
    }
}

/// The most notifications that are kept for one user. Of more, the oldest that were read go first,
/// then the oldest.
pub const NOTIFICATIONS_MAX: i64 = 1_000;

/// The content of a notification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NotificationContent {
    /// The title, a few words.
    pub title: String,
    /// The text, a sentence.
    pub message: String,
    /// The type, which clients may show by a colour or an icon.
    #[serde(rename = "type")]
    pub kind: NotificationKind,
    /// How much it matters.
    pub priority: NotificationPriority,
}

/// A notification for a user.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Its identifier.
    pub id: String,
    /// What was said.
    #[serde(flatten)]
    pub note: NotificationContent,
    /// Whether it was read.
    #[serde(rename = "read")]
    pub is_read: bool,
    /// When it was made, ISO 8601.
    pub created_at: Time,
}

crate::model! {
    /// A notification to try things out with.
    pub struct TestNotification as "TestNotificationRequest" {
        /// The title, a few words.
        title: String = "Test Notification".to_owned(),
        /// The text, a sentence.
        message: String = "This is a test notification from the backend".to_owned(),
        /// The type, which clients may show by a colour or an icon.
        r#type: NotificationKind = NotificationKind::Info,
        /// How much it matters.
        priority: NotificationPriority = NotificationPriority::Normal,
    }
}

impl TestNotification {
    /// Its text.
    pub fn note(&self) -> NotificationContent {
        NotificationContent {
            title: self.title.clone(),
            message: self.message.clone(),
            kind: self.r#type,
            priority: self.priority,
        }
    }
}

crate::model! {
    /// Which notifications to list.
    pub struct NotificationQuery as "NotificationQuery" paged by crate::page::Cursor {
        /// `true`: only unread ones; `false`: only read ones.
        unread: Option<bool>,
    }
}

/// The result of a notification to try things out with.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestNotificationResponse {
    /// Whether it was made.
    pub success: bool,
    /// The id of the notification that was made.
    pub event_id: String,
    /// The outcome as a sentence.
    pub message: String,
    /// Why it was not made; empty when it was.
    pub error: String,
}

impl TestNotificationResponse {
    /// That this notification was made.
    pub fn of(notification: Notification) -> Self {
        Self {
            success: true,
            event_id: notification.id,
            message: "The notification was made".to_owned(),
            error: String::new(),
        }
    }
}

/// How many notifications were marked as read.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NotificationsRead")]
pub struct ReadAll {
    /// How many were unread until now.
    #[schemars(range(min = 0))]
    pub read: i64,
}
