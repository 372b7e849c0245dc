//! Fragments that several statements share. They are macros of `concat!`, so that every statement
//! stays one `&'static str`; parameters are named by the statement that uses them.

/// The condition under which a principal may see a row of `project`: it is not in the trash, and
/// [`project_is_of`] them.
macro_rules! project_is_visible {
    ($owns_everything:literal, $user:literal) => {
        concat!(
            "project.deleted_at IS NULL
             AND ",
            crate::sql::project_is_of!($owns_everything, $user)
        )
    };
}

/// The condition under which a row of `project`, in the trash or not, is a principal's: they own everything,
/// own it, or are a member. The parameters are `principal.owns_everything` and `principal.user`.
macro_rules! project_is_of {
    ($owns_everything:literal, $user:literal) => {
        concat!(
            "(CAST(",
            $owns_everything,
            " AS BIGINT) = 1 OR project.owner = ",
            $user,
            " OR project.id IN (SELECT project_id FROM member WHERE account = ",
            $user,
            "))"
        )
    };
}

pub(crate) use {project_is_of, project_is_visible};
