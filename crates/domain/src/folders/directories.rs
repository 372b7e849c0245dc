//! Which folder below the root belongs to a project: its setting `documentsDirectory` read as a path. Only
//! names are compared here; that no link leads out is seen when the folder is opened.

use crate::exports::slug;

/// Where the folder of a project is, by its setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Directory {
    /// Below the root, under a name that is made of the project's: this one, if it is free.
    Default(String),
    /// Below the root, at this path.
    Named(String),
}

/// Why a setting names no folder that is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is outside of the root.
    Outside,
    /// It is the root itself, in which each project has a folder of its own.
    Root,
    /// One of its names begins with a dot, or has a character that no name of a file should have.
    Name,
    /// It is too deep or too long.
    Deep,
}

/// The deepest folder of a project below the root.
const LEVELS_MAX: usize = 8;

/// The longest path of a folder, in bytes.
const PATH_BYTES_MAX: usize = 1_024;

/// The folder of a project of this name with this setting, below `root`, an absolute path.
pub fn directory(setting: &str, project: &str, root: &str) -> Result<Directory, Refusal> {
    let setting = setting.trim();
    if setting.is_empty() {
        return Ok(Directory::Default(slug(project)));
    }
    let below = if setting.starts_with('/') {
        let rest = setting.strip_prefix(root.trim_end_matches('/')).ok_or(Refusal::Outside)?;
        if !rest.is_empty() && !rest.starts_with('/') {
            return Err(Refusal::Outside);
        }
        rest
    } else {
        setting
    };
    let names: Vec<&str> =
        below.split('/').filter(|name| !name.is_empty() && *name != ".").collect();
    if names.contains(&"..") {
        return Err(Refusal::Outside);
    }
    let is_odd = |name: &&str| {
        name.starts_with(['.', '~'])
            || name.chars().any(|letter| letter.is_control() || letter == '\\')
    };
    match names.len() {
        0 => Err(Refusal::Root),
        _ if names.iter().any(is_odd) => Err(Refusal::Name),
        levels if levels > LEVELS_MAX || below.len() > PATH_BYTES_MAX => Err(Refusal::Deep),
        _ => Ok(Directory::Named(names.join("/"))),
    }
}

/// Whether one of two folders lies in the other, or both are the same.
pub fn nested(one: &str, other: &str) -> bool {
    let (one, other) = (format!("{}/", one.to_lowercase()), format!("{}/", other.to_lowercase()));
    one.starts_with(&other) || other.starts_with(&one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_below_the_root_or_refused() {
        let named = |path: &str| Ok(Directory::Named(path.to_owned()));
        for (setting, wanted) in [
            ("", Ok(Directory::Default("the-sea".to_owned()))),
            ("  ", Ok(Directory::Default("the-sea".to_owned()))),
            ("sea", named("sea")),
            ("books/./sea/", named("books/sea")),
            ("Books and Ünder", named("Books and Ünder")),
            ("/srv/books/sea", named("sea")),
            ("/srv/books", Err(Refusal::Root)),
            (".", Err(Refusal::Root)),
            ("/srv/bookshelf", Err(Refusal::Outside)),
            ("/etc", Err(Refusal::Outside)),
            ("../sea", Err(Refusal::Outside)),
            ("sea/../../x", Err(Refusal::Outside)),
            ("/srv/books/../x", Err(Refusal::Outside)),
            ("~/sea", Err(Refusal::Name)),
            (".git", Err(Refusal::Name)),
            ("sea\n", named("sea")),
            ("s\u{7}ea", Err(Refusal::Name)),
            ("C:\\sea", Err(Refusal::Name)),
            ("a/b/c/d/e/f/g/h/i", Err(Refusal::Deep)),
        ] {
            assert_eq!(directory(setting, "The Sea", "/srv/books/"), wanted, "{setting:?}");
        }
        assert!(nested("a", "A/b") && nested("a", "a") && !nested("a", "ab"));
    }
}
