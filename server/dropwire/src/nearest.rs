//! The known name nearest to a mistyped one.

/// The known name with the least edit distance, if it is near enough to be meant.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (typed.chars().count() / 2).max(2);
    known
        .into_iter()
        .map(|name| (distance(typed, name), name))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Levenshtein distance, in characters.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for column in 0..to.len() {
            let substituted = diagonal + usize::from(letter != to[column]);
            diagonal = row[column + 1];
            row[column + 1] = substituted.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
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
