//! What names mean to loaders, and how classes of one name are kept apart.

use crate::image::class::Class;

/// The static of `dropwire.Native` that holds the loaders by number.
pub(crate) const LOADERS: &str = "loaders";

/// What a name means to a class, or to a loader.
pub(crate) enum Named {
    /// This class.
    Found(&'static Class),
    /// What it means to the built-in loaders.
    Shared,
    /// The loader has to be asked first.
    Ask(u32),
}

/// The superclass and the interfaces of a class.
pub(crate) type Supers = (Option<&'static Class>, Vec<&'static Class>);

/// The hash that distinguishes classes of one name. `of`: the hash of its bytes or of its host; the supertypes that are apart are mixed
/// in, for their names are not unique either.
pub(crate) fn hash_apart(of: u64, (superclass, interfaces): &Supers) -> u64 {
    let above = superclass.iter().chain(interfaces).filter(|class| class.apart);
    above.fold(of, |hash, class| {
        (hash.rotate_left(7) ^ class.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
