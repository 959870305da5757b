//! A JUnit 5 test of the scenario of an object under test, which fails on the defect that was found in it.
//!
//! It makes the same calls by `dropwire.Verify.parallel`, and asserts that what they give together is what some sequential order gives. Under
//! Dropwire it fails on the run that was found; on an ordinary JVM only when the threads happen to meet so.

use std::collections::BTreeSet;

use dropwire_check::Finding;
use dropwire_check::facts::defect::{Scenario, SequentialOrder};
use dropwire_check::facts::view::ObjectDefect;
use dropwire_vm::scenario_driver::{BEFORE, INTERRUPTS};

use crate::java_literals::{comment, string};

/// The sources of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioTest {
    /// The class of the test.
    pub class: String,
    /// All of it.
    pub source: String,
}

/// The test of a finding; none for one of no scenario.
///
/// `class`: the simple name of the test's class.
///
/// # Errors
/// A sentence: a test cannot tell what is wrong.
pub fn of(finding: &Finding, class: &str) -> Option<Result<ScenarioTest, String>> {
    let (scenario, assertion) = match finding.facts.as_ref()?.of_object()? {
        ObjectDefect::NotLinearizable {
            scenario,
            sequential,
            specification: _,
        } => (scenario, assertion(sequential)),
        ObjectDefect::BrokenInvariant { scenario, invariant } => {
            (scenario, Ok(format!("        assertTrue(object.{invariant}, seen);\n")))
        }
    };
    let assertion = match scenario.calls.iter().any(|made| made.call == INTERRUPTS) {
        true => Err("its threads interrupt each other, which `Verify.parallel` does not".into()),
        false => assertion,
    };
    Some(assertion.map(|assertion| test(finding, class, scenario, &assertion)))
}

/// What was seen is what one of the sequential orders gives. Orders in which a call never returns give nothing that could be compared.
fn assertion(sequential: &[SequentialOrder]) -> Result<String, String> {
    if sequential.iter().any(|order| order.wrong_order) {
        return Err(
            "its results are those of a sequential order, but not of one that keeps the order of calls which did not overlap; a test \
             that compares results cannot show that"
                .into(),
        );
    }
    let given = |order: &SequentialOrder| -> Option<String> {
        let results: Option<Vec<&str>> = order.results.iter().map(Option::as_deref).collect();
        let looks: Option<Vec<&str>> = order.observations.iter().map(Option::as_deref).collect();
        Some(format!("{} / {}", results?.join(", "), looks?.join(", ")))
    };
    let all: BTreeSet<String> = sequential.iter().filter_map(given).collect();
    let literals: Vec<String> = all.iter().map(|text| format!("            {}", string(text))).collect();
    Ok(format!(
        "        Set<String> sequential = Set.of(\n{});\n        assertTrue(sequential.contains(seen), seen);\n",
        literals.join(",\n")
    ))
}

fn test(finding: &Finding, class: &str, scenario: &Scenario, assertion: &str) -> ScenarioTest {
    let (package, subject) = scenario.class.rsplit_once('.').unwrap_or(("", &scenario.class));
    // A test of a class of the JDK is in no package of it.
    let of_the_jdk = package.starts_with("java.") || package.starts_with("javax.");
    let package = match package {
        "" => String::new(),
        _ if of_the_jdk => String::new(),
        package => format!("package {package};\n\n"),
    };
    let mut tasks: Vec<(&str, String)> = Vec::new();
    let mut before = String::new();
    for (index, made) in scenario.calls.iter().enumerate() {
        let statement = format!("results[{index}] = {};\n", gave(&made.call));
        if made.thread == BEFORE {
            before.push_str(&format!("        {statement}"));
            continue;
        }
        let statement = format!("                {statement}");
        match tasks.last_mut().filter(|(thread, _)| *thread == made.thread) {
            Some((_, statements)) => statements.push_str(&statement),
            None => tasks.push((&made.thread, statement)),
        }
    }
    let tasks = tasks
        .iter()
        .map(|(_, statements)| format!("            () -> {{\n{statements}            }}"));
    let tasks = tasks.collect::<Vec<_>>().join(",\n");
    let looks = scenario.observations.iter().map(|one| gave(&one.call));
    let looks = looks.collect::<Vec<_>>().join(", ");
    let void = |call: &str| {
        let returned = scenario.calls.iter().find(|made| made.call == call);
        returned.is_some_and(|made| made.result.as_deref() == Some("returns"))
    };
    let source = format!(
        "{package}import static org.junit.jupiter.api.Assertions.assertTrue;\n\n\
         import dropwire.Verify;\nimport java.util.*;\nimport java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\nimport \
         java.util.concurrent.locks.*;\nimport java.util.function.*;\nimport org.junit.jupiter.api.Test;\n\n\
         /** Written by Dropwire, which found here: {message} */\n\
         class {class} {{\n    private static final Object VOID = new Object();\n\n    @Test\n    void sequentialOrderExplainsTheResults() {{\n        \
         {subject} object = {made};\n        String[] results = new String[{count}];\n{before}        Verify.parallel(\n{tasks});\n        \
         String seen = String.join(\", \", results) + \" / \" + String.join(\", \", List.<String>of({looks}));\n{assertion}    }}\n\n{HELPERS}}}\n",
        message = comment(&finding.message),
        subject = subject.replace('$', "."),
        made = scenario.object,
        count = scenario.calls.len(),
    );
    let mut source = source;
    for made in &scenario.calls {
        if void(&made.call) {
            let call = &made.call;
            source = source.replace(
                &format!("gave(() -> object.{call})"),
                &format!("gave(() -> {{ object.{call}; return VOID; }})"),
            );
        }
    }
    ScenarioTest {
        class: class.to_owned(),
        source,
    }
}

/// A call whose result, or what it throws, becomes a text.
fn gave(call: &str) -> String {
    format!("gave(() -> object.{call})")
}

/// Results as Dropwire writes them.
const HELPERS: &str = r#"    private static String gave(Callable<?> call) {
        try {
            return text(call.call());
        } catch (Throwable thrown) {
            return "throws " + thrown.getClass().getName();
        }
    }

    private static String text(Object value) {
        if (value == VOID) {
            return "returns";
        }
        if (value instanceof String) {
            return '"' + (String) value + '"';
        }
        if (value instanceof Character) {
            return "'" + value + "'";
        }
        if (value instanceof Long) {
            return value + "L";
        }
        if (value instanceof Float) {
            return value + "f";
        }
        if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        if (value instanceof Optional) {
            return "Optional[" + text(((Optional<?>) value).orElse(null)) + "]";
        }
        String name = value == null ? "" : value.getClass().getName();
        if (name.startsWith("java.util.ImmutableCollections$List") || name.equals("java.util.Arrays$ArrayList")) {
            return text(((List<?>) value).toArray());
        }
        if (name.equals("java.util.KeyValueHolder") || name.equals("java.util.AbstractMap$SimpleImmutableEntry")) {
            return text(((Map.Entry<?, ?>) value).getKey()) + "=" + text(((Map.Entry<?, ?>) value).getValue());
        }
        if (value instanceof java.math.BigInteger) {
            return value.toString();
        }
        if (value == null || value instanceof Boolean || value instanceof Number && value.getClass().getName().startsWith("java.lang.")) {
            return String.valueOf(value);
        }
        if (value.getClass().isArray()) {
            StringJoiner elements = new StringJoiner(", ", "[", "]");
            for (int i = 0; i < java.lang.reflect.Array.getLength(value); i++) {
                elements.add(text(java.lang.reflect.Array.get(value, i)));
            }
            return elements.toString();
        }
        String fields = fields(value);
        return fields == null ? "an object of " + name : name + fields;
    }

    /** The fields of a value: its class has equals, and fields that never change. */
    private static String fields(Object value) {
        StringJoiner fields = new StringJoiner(", ", "[", "]");
        Class<?> above = value.getClass().getSuperclass();
        boolean plain = above == Object.class || above.getName().equals("java.lang.Record");
        if (!plain || value.getClass().getClassLoader() == null) {
            return null;
        }
        try {
            value.getClass().getDeclaredMethod("equals", Object.class);
            for (java.lang.reflect.Field field : value.getClass().getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (java.lang.reflect.Modifier.isStatic(modifiers)) {
                    continue;
                }
                if (!java.lang.reflect.Modifier.isFinal(modifiers)) {
                    return null;
                }
                field.setAccessible(true);
                fields.add(field.getName() + "=" + text(field.get(value)));
            }
        } catch (ReflectiveOperationException | RuntimeException none) {
            return null;
        }
        return fields.length() > 2 ? fields.toString() : null;
    }
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_never_end_give_nothing() {
        let order = |results: [Option<&str>; 2]| SequentialOrder {
            order: vec![0, 1],
            results: results.map(|one| one.map(str::to_owned)).to_vec(),
            observations: Vec::new(),
            wrong_order: false,
        };
        let text = assertion(&[order([Some("1"), Some("2")]), order([Some("1"), None])]).unwrap();
        assert!(text.contains("\"1, 2 / \""), "{text}");
        assert_eq!(text.matches("/ ").count(), 1);
        let wrong = SequentialOrder {
            wrong_order: true,
            ..order([Some("1"), Some("2")])
        };
        assert!(assertion(&[wrong]).is_err());
    }
}
