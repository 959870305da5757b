//! What the fixture of a class is called: the class of the user's that gives an object under test, and arguments of its methods, where they
//! cannot be generated. Names alone: `junit/object.rs` looks for it.

/// The method of a fixture that gives the object under test.
pub(crate) const CREATE: &str = "create";
/// What the name of a fixture ends with.
const FIXTURE: &str = "Fixture";

/// The fixture of a class, in its package: `shop.TillFixture` for `shop.Till`. With the separators of the name.
pub fn fixture(class: &str) -> String {
    let start = class.rfind(['.', '/']).map_or(0, |end| end + 1);
    let (package, name) = class.split_at(start);
    format!("{package}{}{FIXTURE}", name.rsplit('$').next().unwrap_or(name))
}

/// Its method that gives an object: `shop.TillFixture#create`.
pub fn fixture_method(class: &str) -> String {
    format!("{}#{CREATE}", fixture(class))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixture_is_in_the_package_of_its_class() {
        assert_eq!(fixture("shop/Till$Desk"), "shop/DeskFixture");
        assert_eq!(fixture_method("Till"), "TillFixture#create");
    }
}
