//! Names that are paths of identifiers: `C::f`. How they are written is known here alone.

use semantics::Name;

/// What stands between two parts.
const BETWEEN: &str = "::";
/// The namespace of the C++ library.
const STD: &str = "std";

/// A namespace: the names of those around it, and its own; without any, that of the file. [C++17, 10.3.1]
pub type Namespace = Vec<Name>;

/// The parts of a name. That of `::f` in front has no letters.
pub fn parts(name: &str) -> Vec<Name> {
    name.split(BETWEEN).map(Name::from).collect()
}

/// The name of these parts.
pub fn joined(parts: &[Name]) -> Name {
    match parts {
        [only] => only.clone(),
        parts => parts.iter().map(Name::as_str).collect::<Vec<_>>().join(BETWEEN).into(),
    }
}

/// A name of the file without saying so: `::f`.
pub fn of_file(name: &str) -> &str {
    name.strip_prefix(BETWEEN).unwrap_or(name)
}

/// A name of the file, or of the namespace `std`, without saying so. [C++17, 6.4.3]
pub fn unqualified(name: &str) -> &str {
    without_std(of_file(name))
}

/// A name without the namespace `std` in front.
pub fn without_std(name: &str) -> &str {
    within(STD, name).unwrap_or(name)
}

/// What a name says behind that of the namespace or class in front, if that is its first part.
pub fn within<'n>(scope: &str, name: &'n str) -> Option<&'n str> {
    name.strip_prefix(scope).and_then(|rest| rest.strip_prefix(BETWEEN))
}

/// The last part of a name.
pub fn last(name: &str) -> &str {
    name.rsplit(BETWEEN).next().unwrap_or_default()
}

/// A path as one identifier, for who reads no paths: `word` is what stands between its parts.
pub fn one_word(name: &str, word: &str) -> String {
    name.replace(BETWEEN, word)
}

/// The path that was made one identifier.
pub fn of_one_word(name: &str, word: &str) -> String {
    name.replace(word, BETWEEN)
}

/// A name that may be a path.
pub trait Path {
    /// The name of a member of the class, or of the namespace, of this name.
    fn member(&self, name: &str) -> Name;

    /// The name that another declaration hides at the place where it is used, `::x`: nobody declares this one.
    fn hidden(&self) -> Name;

    /// Whether it is one that another declaration hides.
    fn is_hidden(&self) -> bool;

    /// Whether it is that of a member, or one that is hidden.
    fn is_qualified(&self) -> bool;

    /// Its first part.
    fn first(&self) -> &str;

    /// Its last part.
    fn last(&self) -> &str;

    /// The class or the namespace that it is a member of.
    fn scope(&self) -> Option<Name>;

    /// The classes and namespaces that it is in, from the outermost on.
    fn scopes(&self) -> impl Iterator<Item = Name>;

    /// Whether it is that of a member of the class or namespace of another name, or of one of its members.
    fn is_within(&self, scope: &Name) -> bool;
}

impl Path for Name {
    fn member(&self, name: &str) -> Name {
        format!("{self}{BETWEEN}{name}").into()
    }

    fn hidden(&self) -> Name {
        format!("{BETWEEN}{self}").into()
    }

    fn is_hidden(&self) -> bool {
        self.as_str().starts_with(BETWEEN)
    }

    fn is_qualified(&self) -> bool {
        self.as_str().contains(BETWEEN)
    }

    fn first(&self) -> &str {
        self.as_str().split(BETWEEN).next().unwrap_or_default()
    }

    fn last(&self) -> &str {
        last(self.as_str())
    }

    fn scope(&self) -> Option<Name> {
        self.as_str().rsplit_once(BETWEEN).map(|(scope, _)| scope.into())
    }

    fn scopes(&self) -> impl Iterator<Item = Name> {
        self.as_str().match_indices(BETWEEN).map(|(n, _)| Name::from(&self.as_str()[..n]))
    }

    fn is_within(&self, scope: &Name) -> bool {
        let rest = self.as_str().strip_prefix(scope.as_str());
        rest.is_some_and(|rest| rest.starts_with(BETWEEN))
    }
}
