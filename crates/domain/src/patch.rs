//! A field of a partial update: absent, null, or a new value.

/// What an update says of one field.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Patch<T> {
    /// The field was absent: it stays as it is.
    #[default]
    Keep,
    /// The field was null: it goes back to being empty or to its default.
    Clear,
    /// The field has a new value.
    Set(T),
}

impl<T: Clone> Patch<T> {
    /// Applies it to a field that can be null.
    pub fn apply_to_option(&self, field: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Clear => *field = None,
            Self::Set(value) => *field = Some(value.clone()),
        }
    }

    /// Applies it to a field whose cleared state is the default of its type.
    pub fn apply_or_default(&self, field: &mut T)
    where
        T: Default,
    {
        self.apply_or(field, T::default());
    }

    /// Applies it to a field whose cleared state is `cleared`.
    pub fn apply_or(&self, field: &mut T, cleared: T) {
        match self {
            Self::Keep => {}
            Self::Clear => *field = cleared,
            Self::Set(value) => *field = value.clone(),
        }
    }

    /// Applies it to a field that has neither a null nor a documented default: null leaves it
    /// unchanged.
    pub fn apply_to(&self, field: &mut T) {
        if let Self::Set(value) = self {
            *field = value.clone();
        }
    }

    /// What it says of a field that keeps the value in another form.
    pub fn map<U>(&self, change: impl FnOnce(&T) -> U) -> Patch<U> {
        match self {
            Self::Keep => Patch::Keep,
            Self::Clear => Patch::Clear,
            Self::Set(value) => Patch::Set(change(value)),
        }
    }

    /// The new value, if one was given.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }

    /// What `self` says, or, where it says nothing, what `other` says.
    pub fn or(&self, other: &Self) -> Self {
        match self {
            Self::Keep => other.clone(),
            said => said.clone(),
        }
    }
}

impl Patch<String> {
    /// The text a field gets, empty where it is cleared; none where it keeps its own.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Keep => None,
            Self::Clear => Some(""),
            Self::Set(text) => Some(text),
        }
    }
}
