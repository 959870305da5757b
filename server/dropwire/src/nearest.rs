//! The known name nearest to a mistyped one.

/// The known name with the least edit distance, if it is near enough to be meant.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (typed.chars().count() / 2).max(2);
    known
        .into_iter()
        .map(|name| (strsim::levenshtein(typed, name), name))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_meant_key() {
        let known = ["limits.time", "search.timeouts", "jdk.atomic"];
        assert_eq!(nearest("search.timeout", known), Some("search.timeouts"));
        assert_eq!(nearest("limits.tmie", known), Some("limits.time"));
        assert_eq!(nearest("zzz", known), None);
    }
}
