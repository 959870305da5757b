//! Names against patterns.

/// A name against a pattern: `*` stands for any characters, `?` for one. Time is at most the product of the lengths.
pub fn matches(glob: &str, name: &str) -> bool {
    let (glob, name): (Vec<char>, Vec<char>) = (glob.chars().collect(), name.chars().collect());
    let (mut at, mut place) = (0, 0);
    // Where the last `*` is, and how far it reaches so far: only the last one ever needs to give way.
    let mut star: Option<(usize, usize)> = None;
    while place < name.len() {
        match glob.get(at) {
            Some('*') => {
                star = Some((at, place));
                at += 1;
            }
            Some(&letter) if letter == '?' || letter == name[place] => {
                at += 1;
                place += 1;
            }
            Some(_) | None => {
                let Some((star_at, reached)) = star else { return false };
                star = Some((star_at, reached + 1));
                at = star_at + 1;
                place = reached + 1;
            }
        }
    }
    glob[at..].iter().all(|&letter| letter == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        for (glob, name) in [
            ("shop.*", "shop.Till"),
            ("*Till", "shop.Till"),
            ("s?op.*i*", "shop.Till"),
            ("*", ""),
            ("a*b*c", "a-b-b-c"),
        ] {
            assert!(matches(glob, name), "{glob} {name}");
        }
        for (glob, name) in [("shop", "shop.Till"), ("?", ""), ("a*b", "a-b-"), ("", "a"), ("*?", "")] {
            assert!(!matches(glob, name), "{glob} {name}");
        }
    }

    #[test]
    fn many_stars_end_soon() {
        // With backtracking this would take longer than anybody waits.
        assert!(!matches(&format!("{}b", "*a".repeat(50)), &"a".repeat(5000)));
    }
}
