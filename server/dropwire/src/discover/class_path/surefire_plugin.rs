//! What a pom configures of Surefire's JVM of the tests: `argLine`, `systemPropertyVariables`, `enableAssertions`.
//!
//! Not: profiles, executions but `default-test`, and what other plugins set while a build runs (JaCoCo's `argLine`).

use std::collections::BTreeMap;

use dropwire_check::JvmArgs;

use super::xml::Element;

/// The plugin's configuration, as it is inherited, before interpolation.
#[derive(Default)]
pub struct Surefire {
    /// In `<plugins>`: wins.
    plugin: Configuration,
    /// In `<pluginManagement>`.
    managed: Configuration,
}

#[derive(Clone, Default)]
struct Configuration {
    values: BTreeMap<String, String>,
    /// `systemPropertyVariables`
    variables: BTreeMap<String, String>,
    /// Names of `environmentVariables`.
    environment: BTreeMap<String, String>,
}

impl Surefire {
    /// Puts what a project says over what its parents said.
    pub fn add(&mut self, project: &Element) {
        let Some(build) = project.child("build") else { return };
        self.plugin.add(build.list("plugins"));
        if let Some(managed) = build.child("pluginManagement") {
            self.managed.add(managed.list("plugins"));
        }
    }

    /// What that means for the JVM of the tests. `interpolate` fills in `${name}`, where a property has that name.
    pub fn test_jvm(&self, properties: &BTreeMap<String, String>, interpolate: &dyn Fn(&str) -> String) -> JvmArgs {
        let mut all = self.managed.clone();
        all.put_over(&self.plugin);
        let fill = |text: &str| interpolate(&text.replace("@{", "${"));
        let value = |name: &str| all.values.get(name).or_else(|| properties.get(name));
        let mut said: Vec<String> = Vec::new();
        if value("enableAssertions").is_some_and(|on| fill(on) == "false") {
            said.push("-da".to_owned());
        }
        said.extend(words(&fill(value("argLine").map_or("", String::as_str))));
        let variables = all.variables.iter();
        said.extend(variables.map(|(name, value)| format!("-D{name}={}", fill(value))));
        let (open, whole): (Vec<String>, Vec<String>) = said.into_iter().partition(|option| option.contains("${"));
        let environment = all.environment.keys().map(|name| format!("the variable {name}"));
        JvmArgs::parse_known(&whole).and_ignored(open).and_ignored(environment)
    }
}

impl Configuration {
    fn add(&mut self, plugins: &[Element]) {
        let is_surefire = |plugin: &&Element| plugin.text_of("artifactId") == Some("maven-surefire-plugin");
        for plugin in plugins.iter().filter(is_surefire) {
            let tests = |execution: &&Element| execution.text_of("id") == Some("default-test");
            let executions = plugin.list("executions").iter().filter(tests);
            for configured in std::iter::once(plugin).chain(executions) {
                if let Some(configuration) = configured.child("configuration") {
                    self.put_over(&Configuration::of(configuration));
                }
            }
        }
    }

    fn of(element: &Element) -> Configuration {
        let texts = |elements: &[Element]| {
            elements
                .iter()
                .map(|one| (one.name.clone(), one.text.clone()))
                .collect()
        };
        Configuration {
            values: texts(&element.children),
            variables: texts(element.list("systemPropertyVariables")),
            environment: texts(element.list("environmentVariables")),
        }
    }

    fn put_over(&mut self, other: &Configuration) {
        let put = |to: &mut BTreeMap<String, String>, from: &BTreeMap<String, String>| {
            to.extend(from.iter().map(|(name, value)| (name.clone(), value.clone())));
        };
        put(&mut self.values, &other.values);
        put(&mut self.variables, &other.variables);
        put(&mut self.environment, &other.environment);
    }
}

/// The words of a command line; quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            (Some(_) | None, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_blanks() {
        assert_eq!(words(" -Da='b c'\n \"-Dd=\" -ea "), ["-Da=b c", "-Dd=", "-ea"]);
        assert_eq!(words(""), [""; 0]);
    }
}
