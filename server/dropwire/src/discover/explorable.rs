//! Which methods of a class can be explored for all inputs, and which of them a test can call: by what the class file says.

use dropwire_vm::types::{external_type, split_descriptor};

use super::class_summary::{ClassFacts, MethodFacts};

/// A method that a source declares, but the `main` of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explorable {
    /// As a target names it: `add(int,int)`.
    pub signature: String,
    /// What keeps it from being explored, or its tests from calling it.
    hindrance: Option<Hindrance>,
}

/// What keeps a method from being explored, or a test from calling it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// It takes nothing.
    NoParameters,
    /// A parameter is of a type that cannot be symbolic.
    Parameters,
    /// No object of its class can be made.
    NoObject,
    /// It is private: it can be explored all the same.
    Private,
}

impl Explorable {
    fn of(facts: &ClassFacts, method: &MethodFacts) -> Explorable {
        let (parameters, _) = split_descriptor(&method.descriptor);
        let types: Vec<String> = parameters.iter().map(|one| external_type(one)).collect();
        let is_on_an_input = !method.is_static && says_what_is_allowed(facts);
        let hindrance = match () {
            () if parameters.is_empty() && !is_on_an_input && !is_made_with_inputs(facts, method) => {
                Some(Hindrance::NoParameters)
            }
            () if !parameters.iter().all(|parameter| can_be_symbolic(facts, parameter)) => Some(Hindrance::Parameters),
            () if !method.is_static && !can_be_made(facts) => Some(Hindrance::NoObject),
            () if method.is_private => Some(Hindrance::Private),
            () => None,
        };
        Explorable {
            signature: format!("{}({})", method.name, types.join(",")),
            hindrance,
        }
    }

    /// Whether it can be explored for all inputs.
    pub fn can_be_explored(&self) -> bool {
        match self.hindrance {
            None | Some(Hindrance::Private) => true,
            Some(Hindrance::NoParameters | Hindrance::Parameters | Hindrance::NoObject) => false,
        }
    }

    /// What keeps tests of it from being written, if anything does.
    pub fn untestable(&self) -> Option<Hindrance> {
        self.hindrance
    }

    fn is_named(&self, wanted: &str) -> bool {
        let name = self.signature.split('(').next();
        wanted == self.signature || Some(wanted) == name
    }
}

impl Hindrance {
    /// Why, as the rest of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Hindrance::NoParameters => "it has no parameters",
            Hindrance::Parameters => {
                "objects of the library cannot be symbolic, but for strings, boxes, and those that a static repOk takes"
            }
            Hindrance::NoObject => {
                "it needs an object, and its class has no constructor that a test could call with inputs that can be symbolic"
            }
            Hindrance::Private => "it is private",
        }
    }
}

fn can_be_made(facts: &ClassFacts) -> bool {
    let makes = |method: &MethodFacts| {
        let (parameters, _) = split_descriptor(&method.descriptor);
        is_constructor(method) && parameters.iter().all(|parameter| can_be_symbolic(facts, parameter))
    };
    !facts.is_abstract && (facts.methods.iter().any(makes) || says_what_is_allowed(facts))
}

/// Whether a constructor that other classes can call.
fn is_constructor(method: &MethodFacts) -> bool {
    method.name == "<init>" && !method.is_private
}

/// Whether the object of a method is made by constructors that have parameters: they are the inputs of a method that has none.
fn is_made_with_inputs(facts: &ClassFacts, method: &MethodFacts) -> bool {
    let has_default = facts
        .methods
        .iter()
        .any(|one| one.name == "<init>" && one.descriptor == "()V");
    !method.is_static && !facts.is_abstract && !has_default && facts.methods.iter().any(is_constructor)
}

/// Whether a class says which objects of it are allowed: then its objects are inputs, made without a constructor.
fn says_what_is_allowed(facts: &ClassFacts) -> bool {
    let says = |method: &MethodFacts| is_precondition(method) && method.descriptor == "()Z" && !method.is_static;
    !facts.is_abstract && facts.methods.iter().any(says)
}

fn is_precondition(method: &MethodFacts) -> bool {
    method.name == "repOk" && method.descriptor.ends_with(")Z")
}

/// Whether a parameter of a type may be symbolic, as far as its name says, or a `repOk` that takes it.
fn can_be_symbolic(facts: &ClassFacts, descriptor: &str) -> bool {
    const VALUES: [&str; 10] = [
        "Ljava/lang/String;",
        "Ljava/lang/Object;",
        "Ljava/lang/Boolean;",
        "Ljava/lang/Byte;",
        "Ljava/lang/Character;",
        "Ljava/lang/Short;",
        "Ljava/lang/Integer;",
        "Ljava/lang/Long;",
        "Ljava/lang/Float;",
        "Ljava/lang/Double;",
    ];
    match descriptor.trim_start_matches('[') {
        class if class.starts_with("Ljava/") => VALUES.contains(&class) || says_which(facts, descriptor),
        _ => true,
    }
}

/// Whether a class says which objects of a class of the library are allowed as inputs of its methods.
fn says_which(facts: &ClassFacts, descriptor: &str) -> bool {
    let says = |method: &MethodFacts| {
        is_precondition(method) && method.is_static && method.descriptor == format!("({descriptor})Z")
    };
    facts.methods.iter().any(says)
}

/// The methods that a class declares, or those of them that are named so: `add`, or `add(int,int)`.
pub fn methods(facts: &ClassFacts, wanted: Option<&str>) -> Vec<Explorable> {
    let of_the_source = |method: &&MethodFacts| {
        let is_made = method.is_synthetic || method.name.starts_with('<');
        !is_made && !is_precondition(method) && facts.main() != Some(*method)
    };
    let all = facts.methods.iter().filter(of_the_source);
    let all = all.map(|method| Explorable::of(facts, method));
    all.filter(|method| wanted.is_none_or(|wanted| method.is_named(wanted)))
        .collect()
}

/// The methods of a class that an annotation has explored for all inputs, as targets; and those that cannot be, each with the reason.
pub fn annotated(facts: &ClassFacts) -> (Vec<String>, Vec<(String, Hindrance)>) {
    let all = facts.methods.iter().filter(|one| one.is_symbolic);
    let target = |method: &Explorable| format!("{}#{}", facts.binary_name(), method.signature);
    let (mut explored, mut left_out) = (Vec::new(), Vec::new());
    for method in all.filter_map(|one| method(facts, one)) {
        match method.hindrance.filter(|_| !method.can_be_explored()) {
            None => explored.push(target(&method)),
            Some(why) => left_out.push((target(&method), why)),
        }
    }
    (explored, left_out)
}

/// One method of a class; nothing if it is a `main`, or a compiler made it.
pub fn method(facts: &ClassFacts, method: &MethodFacts) -> Option<Explorable> {
    let one = Explorable::of(facts, method);
    methods(facts, Some(&one.signature)).into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_inputs_where_their_class_says_which_are_allowed() {
        let of_object = |name: &str, descriptor: &str| MethodFacts {
            is_static: false,
            ..MethodFacts::made_up(name, descriptor)
        };
        let all = vec![
            of_object("repOk", "()Z"),
            of_object("clear", "()V"),
            of_object("take", "(I)I"),
        ];
        let facts = ClassFacts::made_up("shop/Till", all);
        let signatures = |wanted: fn(&Explorable) -> bool| {
            let all = methods(&facts, None).into_iter().filter(&wanted);
            all.map(|one| one.signature).collect::<Vec<_>>()
        };
        assert_eq!(signatures(Explorable::can_be_explored), ["clear()", "take(int)"]);
    }

    #[test]
    fn methods_that_tests_can_call_are_explored() {
        let of_object = |name: &str| MethodFacts {
            is_static: false,
            ..MethodFacts::made_up(name, "(I)I")
        };
        let all = vec![
            MethodFacts {
                is_static: false,
                ..MethodFacts::made_up("<init>", "(I)V")
            },
            MethodFacts::made_up("main", "([Ljava/lang/String;)V"),
            MethodFacts::made_up("add", "(IJ)I"),
            MethodFacts::made_up("add", "(Ljava/util/List;)I"),
            MethodFacts {
                is_private: true,
                ..MethodFacts::made_up("hidden", "(I)I")
            },
            of_object("take"),
        ];
        let facts = ClassFacts::made_up("shop/Till", all);
        let shown = |wanted| {
            let all = methods(&facts, wanted).into_iter();
            all.map(|one| (one.signature.clone(), one.untestable(), one.can_be_explored()))
                .collect::<Vec<_>>()
        };
        let expected = [
            ("add(int,long)".to_owned(), None, true),
            ("add(java.util.List)".to_owned(), Some(Hindrance::Parameters), false),
            ("hidden(int)".to_owned(), Some(Hindrance::Private), true),
            ("take(int)".to_owned(), None, true),
        ];
        assert_eq!(shown(None), expected);
        assert_eq!(shown(Some("add(int,long)")), expected[..1]);
        assert_eq!(shown(Some("add")), expected[..2]);
        assert_eq!(method(&facts, &facts.methods[1]), None, "a main");
        assert_eq!(method(&facts, &facts.methods[2]).unwrap().signature, "add(int,long)");
    }

    #[test]
    fn annotated_methods_are_targets() {
        let symbolic = |name: &str, descriptor: &str| MethodFacts {
            is_symbolic: true,
            ..MethodFacts::made_up(name, descriptor)
        };
        let all = vec![
            symbolic("add", "(IJ)I"),
            symbolic("addAll", "(Ljava/util/List;)I"),
            MethodFacts::made_up("take", "(I)I"),
        ];
        let (explored, left_out) = annotated(&ClassFacts::made_up("shop/Till", all));
        assert_eq!(explored, ["shop.Till#add(int,long)"]);
        assert_eq!(
            left_out,
            [("shop.Till#addAll(java.util.List)".to_owned(), Hindrance::Parameters)]
        );
    }
}
