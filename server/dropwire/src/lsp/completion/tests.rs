use super::*;
use crate::discover::class_summary::MethodFacts;

fn class(name: &str, fields: &[&str], static_fields: &[&str], methods: &[&str]) -> Arc<ClassFacts> {
    let methods = methods.iter().map(|name| MethodFacts::made_up(name, "()V"));
    let all = fields.iter().chain(static_fields);
    Arc::new(ClassFacts {
        fields: all.map(|name| ((*name).into(), "I".into())).collect(),
        static_fields: static_fields.iter().map(|name| (*name).into()).collect(),
        ..ClassFacts::made_up(name, methods.collect())
    })
}

fn shop() -> Vec<Arc<ClassFacts>> {
    vec![
        class(
            "shop/Main",
            &[],
            &["size", "asked"],
            &["main", "lambda$main$0", "<clinit>"],
        ),
        class("shop/Account", &["balance"], &["count"], &["sell", "sell", "audit"]),
        class("shop/Account$1", &[], &[], &[]),
    ]
}

/// What is offered at the mark `|` of a text.
fn at(marked: &str) -> CompletionList {
    let cursor = marked.find('|').unwrap();
    let text = marked.replacen('|', "", 1);
    completions(&text, position(&text, cursor, false), &shop(), false)
}

fn labels(marked: &str) -> Vec<String> {
    at(marked).items.into_iter().map(|item| item.label).collect()
}

/// The text when the item with this label has been taken.
fn taken(marked: &str, label: &str) -> String {
    let cursor = marked.find('|').unwrap();
    let mut text = marked.replacen('|', "", 1);
    let item = at(marked).items.into_iter().find(|item| item.label == label);
    let Some(CompletionTextEdit::Edit(edit)) = item.and_then(|item| item.text_edit) else {
        panic!("no {label} at {marked}: {:?}", labels(marked));
    };
    let (start, end) = (
        offset(&text, edit.range.start, false),
        offset(&text, edit.range.end, false),
    );
    assert!((start..=end).contains(&cursor));
    text.replace_range(start..end, &edit.new_text);
    text
}

const ENTRY: &str = "[[property]]\nname = \"p\"\n";

#[test]
fn tables_and_keys_are_those_of_the_reader() {
    assert!(labels("|").contains(&"[[property]]".into()) && labels("|").contains(&"baseline".into()));
    assert_eq!(taken("[[pro|]]", "[[property]]"), "[[property]]");
    assert_eq!(taken("[lim|", "[limits]"), "[limits]");
    assert_eq!(
        taken(&format!("{ENTRY}resp|"), "response"),
        format!("{ENTRY}response = ")
    );
    assert!(!labels(&format!("{ENTRY}|")).contains(&"name".into()), "it has one");
    assert_eq!(labels("[vm]\npor.att|"), ["por.attributes"]);
    assert!(labels("[choice.size]\n|").contains(&"values".into()));
    for (table, fields) in [
        ("target", TARGET),
        ("module", MODULE),
        ("ignore", IGNORE),
        ("property", PROPERTY),
    ] {
        assert_eq!(labels(&format!("[[{table}]]\n|")).len(), fields.len(), "{table}");
    }
    // Each key of the settings is offered in its table.
    for known in KEYS.iter().filter(|known| !known.name.starts_with("debug.")) {
        let (table, name) = known.name.split_once('.').unwrap();
        assert!(
            labels(&format!("[{table}]\n|")).contains(&name.into()),
            "{}",
            known.name
        );
    }
    assert_eq!(labels("# [|"), [""; 0]);
}

#[test]
fn values_of_a_closed_set() {
    assert_eq!(
        taken("[search]\nstore = |", "collapse"),
        "[search]\nstore = \"collapse\""
    );
    assert_eq!(
        taken("[search]\nstore = \"co|\"", "collapse"),
        "[search]\nstore = \"collapse\""
    );
    assert_eq!(taken("[jdk]\natomic = f|", "false"), "[jdk]\natomic = false");
    assert_eq!(labels(&format!("{ENTRY}fairness = \"|\"")), ["none", "weak", "strong"]);
    assert_eq!(labels("[[ignore]]\nkind = \"live|\""), ["livelock"]);
    assert_eq!(labels("[limits]\ntime = |"), [""; 0]);
    assert_eq!(labels("[[target]]\nmain = \"Ma|\""), ["shop.Main"]);
}

#[test]
fn names_inside_formulas() {
    let always = |written: &str| format!("{ENTRY}always = \"{written}\"\n\n[jdk]\natomic = true\n");
    assert_eq!(labels(&always("shop.Main.|")), ["shop.Main.asked", "shop.Main.size"]);
    assert_eq!(
        taken(&always("x && shop.Main.si| <= 3"), "shop.Main.size"),
        always("x && shop.Main.size <= 3")
    );
    assert_eq!(taken(&always("Acc|"), "shop.Account"), always("shop.Account"));
    assert_eq!(
        labels(&always("at(shop.Account.|)")),
        ["shop.Account.audit", "shop.Account.sell"]
    );
    assert_eq!(labels(&always("threads(shop.Main.|)")), ["shop.Main.main"]);
    assert_eq!(
        labels(&always("all(shop.Account.|)")),
        ["shop.Account.balance", "shop.Account.count"]
    );
    assert_eq!(labels(&always("all((shop.Account.b|)")), ["shop.Account.balance"]);
    assert_eq!(
        labels(&always("at(shop.Account.sell) && shop.Account.|")),
        ["shop.Account.count"]
    );
    assert_eq!(labels(&always("at(|)")), ["shop.Main", "shop.Account"], "no operators");
    // Nothing of what has no name.
    assert!(!labels(&always("|")).iter().any(|label| label.contains("$1")));
}

#[test]
fn operators_and_named_atoms() {
    let ltl = format!("{ENTRY}atoms = {{ request = \"shop.Main.asked > 0\" }}\nltl = \"[] (|\"\n");
    let offered = labels(&ltl);
    for word in ["request", "<>", "U", "historically", "&&", "at", "shop.Main"] {
        assert!(offered.contains(&word.into()), "{word}: {offered:?}");
    }
    assert_eq!(
        taken(&ltl.replace("(|", "(req|"), "request"),
        ltl.replace("(|", "(request")
    );
    assert_eq!(labels(&ltl.replace("(|", "(even|")), ["eventually"]);
    // A predicate speaks of one state, and so does an atom.
    let offered = labels(&format!("{ENTRY}response = [\"a\", \"|\"]"));
    assert!(offered.contains(&"&&".into()) && !offered.contains(&"<>".into()));
    let offered = labels(&format!(
        "{ENTRY}ltl = \"[] request\"\n[property.atoms]\nrequest = \"|\""
    ));
    assert!(
        offered.contains(&"locked".into()) && !offered.contains(&"U".into()) && !offered.contains(&"request".into())
    );
    let offered = labels(&format!("{ENTRY}atoms = {{ request = \"shop.Main.|"));
    assert_eq!(offered, ["shop.Main.asked", "shop.Main.size"]);
}

#[test]
fn texts_and_lists_of_several_lines() {
    let lines = format!("{ENTRY}response = [\n  \"shop.Main.asked == 1\",\n  \"shop.Main.|\n]\n");
    assert_eq!(labels(&lines), ["shop.Main.asked", "shop.Main.size"]);
    let text = format!("{ENTRY}always = \"\"\"\n  shop.Main.asked == 1 &&\n  shop.Main.|");
    assert_eq!(labels(&text), ["shop.Main.asked", "shop.Main.size"]);
    // A value that was not closed ends with the next entry.
    assert!(labels("[[target]]\nmain = \"A\nargs = [\n[[ignore]]\n|").contains(&"reason".into()));
    assert_eq!(labels(&format!("{ENTRY}always = \"a\" |")), [""; 0]);
}

#[test]
fn positions_in_both_units() {
    let text = "a\n\"é𝄞b";
    for at in [2, 3, 5, 9, 10] {
        for utf8 in [false, true] {
            assert_eq!(offset(text, position(text, at, utf8), utf8), at);
        }
    }
    assert_eq!(offset(text, Position::new(9, 9), false), text.len());
}
