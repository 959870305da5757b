//! What the editor offers for methods for all inputs: to explore the one on a line, and tests of it, or of the class on a line.

use super::methods::{self, declarations};
use super::object_words::{ALL_INPUTS, simple};
use super::published_state::Board;
use crate::discover::class_summary::{ClassFacts, Classes, MethodFacts};
use crate::discover::explorable;
use crate::discover::junit;

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Explore a method.
    Explore,
    /// Write tests of a method, or of all methods of a class.
    GenerateTests,
}

/// Something that can be done about a class or a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What.
    pub wish: Wish,
    /// `explore add for all inputs`
    pub title: String,
    /// `shop.Till#add(int,int)`, or `shop.Till`.
    pub target: String,
}

/// What is offered for the class, and for the method, that is declared on a line.
pub fn offered(board: &Board, text: &str, line: u32) -> Vec<Offer> {
    let (classes, methods) = declarations(text);
    let class = classes.iter().find(|class| class.line == line);
    let of_class = class.and_then(|class| of_class(board, &class.class));
    let method = methods.iter().position(|method| method.line == line);
    let of_method = method.into_iter().flat_map(|at| {
        let facts = board.class(&methods[at].class);
        facts.map_or_else(Vec::new, |facts| {
            methods::compiled(&facts, &methods, at).map_or_else(Vec::new, |method| of_method(board, &facts, method))
        })
    });
    of_class.into_iter().chain(of_method).collect()
}

fn of_class(board: &Board, class: &str) -> Option<Offer> {
    let facts = board.class(class)?;
    let all = explorable::methods(&facts, None);
    let some = all.iter().any(|method| method.untestable().is_none());
    let is_offered = some && !facts.methods.iter().any(|method| is_of_tests(board, &facts, method));
    is_offered.then(|| Offer {
        wish: Wish::GenerateTests,
        title: format!("generate tests of {}", simple(class)),
        target: class.to_owned(),
    })
}

fn of_method(board: &Board, facts: &ClassFacts, method: &MethodFacts) -> Vec<Offer> {
    let explorable = explorable::method(facts, method).filter(explorable::Explorable::can_be_explored);
    let Some(explorable) = explorable.filter(|_| !is_of_tests(board, facts, method)) else {
        return Vec::new();
    };
    let offer = |wish, title| Offer {
        wish,
        title,
        target: format!("{}#{}", facts.binary_name(), explorable.signature),
    };
    let explore = offer(Wish::Explore, format!("explore {} {ALL_INPUTS}", method.name));
    let tests = explorable
        .untestable()
        .is_none()
        .then(|| offer(Wish::GenerateTests, format!("generate tests of {}", method.name)));
    std::iter::once(explore).chain(tests).collect()
}

/// Whether a method is a test, or runs before or after tests.
fn is_of_tests(board: &Board, class: &ClassFacts, method: &MethodFacts) -> bool {
    let by_name = method.name.starts_with("test") || ["setUp", "tearDown"].contains(&method.name.as_str());
    if method.annotations.is_empty() && !by_name {
        return false;
    }
    let classes = board.classes();
    let known: Classes<'_> = classes
        .iter()
        .map(|facts| (facts.name.as_str(), facts.as_ref()))
        .collect();
    junit::is_test(class, method, &known) || junit::is_around_tests(class, method, &known)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const TEXT: &str = "package shop;
class Till {
    static int add(int one, int two) { return one + two; }
    static long add(long one) { return one; }
    private static int hidden(int one) { return one; }
    static void tests(int one) {}
    public static void main(String[] args) {}
}
";

    fn board(annotated: &str) -> Board {
        let hidden = MethodFacts {
            is_private: true,
            ..MethodFacts::made_up("hidden", "(I)I")
        };
        let tests = MethodFacts {
            annotations: vec![annotated.to_owned()],
            ..MethodFacts::made_up("tests", "(I)V")
        };
        let methods = vec![
            MethodFacts::made_up("add", "(II)I"),
            MethodFacts::made_up("add", "(J)J"),
            hidden,
            tests,
            MethodFacts::made_up("main", "([Ljava/lang/String;)V"),
        ];
        let board = Board::default();
        board.set_classes(vec![Arc::new(ClassFacts::made_up("shop/Till", methods))]);
        board
    }

    fn titles(board: &Board, line: u32) -> Vec<(String, String)> {
        let all = offered(board, TEXT, line).into_iter();
        all.map(|offer| (offer.title, offer.target)).collect()
    }

    #[test]
    fn a_method_is_explored_with_its_own_types_and_tests_are_of_what_they_can_call() {
        let board = board("java/lang/Deprecated");
        let pair = |title: &str, target: &str| (title.to_owned(), target.to_owned());
        assert_eq!(titles(&board, 1), [pair("generate tests of Till", "shop.Till")]);
        assert_eq!(
            titles(&board, 2),
            [
                pair("explore add for all inputs", "shop.Till#add(int,int)"),
                pair("generate tests of add", "shop.Till#add(int,int)"),
            ]
        );
        assert_eq!(titles(&board, 3)[0].1, "shop.Till#add(long)");
        assert_eq!(
            titles(&board, 4),
            [pair("explore hidden for all inputs", "shop.Till#hidden(int)")]
        );
        assert_eq!(titles(&board, 6), [], "a main");
    }

    #[test]
    fn nothing_is_offered_for_tests_or_for_what_is_not_compiled() {
        let board = board("org/junit/Before");
        assert_eq!(titles(&board, 5), []);
        assert_eq!(titles(&board, 1), [], "a class of tests");
        assert_eq!(titles(&Board::default(), 2), []);
    }
}
