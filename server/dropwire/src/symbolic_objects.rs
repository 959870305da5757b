//! Objects that are inputs of a method as statements of a Java test: by constructors and assignments where these do it, else by reflection.

use std::collections::{BTreeMap, BTreeSet};

use dropwire_check::{ExploredMethod, InputClass, InputObject, InputValue};

use crate::java_literals::{fraction, string, string_of_units};

/// Statements that make inputs, and what the tests need for them.
pub struct Objects<'a> {
    /// The method that takes them.
    pub explored: &'a ExploredMethod,
    /// Statements, in order.
    pub statements: Vec<String>,
    /// The variables of objects that have a label.
    labels: BTreeMap<u32, String>,
    /// How many variables begin with a name.
    numbers: BTreeMap<String, u32>,
    /// Packages of the library of whose objects fields are set.
    pub opened: BTreeSet<String>,
}

/// What the source of a class of tests needs where a statement calls it.
pub const HELPERS: [(&str, &str); 2] = [
    (
        " = make(",
        r#"    /** An object of a class, whose constructor does not run. */
    private static <T> T make(Class<T> type) throws ReflectiveOperationException {
        java.lang.reflect.Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        return type.cast(unsafe.getClass().getMethod("allocateInstance", Class.class).invoke(unsafe, type));
    }
"#,
    ),
    (
        "        set(",
        r#"    /** Sets a field that the tests cannot assign to. */
    private static void set(Object object, Class<?> declaring, String name, Object value) throws ReflectiveOperationException {
        java.lang.reflect.Field field = declaring.getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }
"#,
    ),
];

/// A class as source code in the package of another one names it.
pub fn type_name(class: &str, near: &str) -> String {
    let package = |class: &str| {
        class
            .rsplit_once('.')
            .map_or(String::new(), |(package, _)| package.to_owned())
    };
    let own = package(near);
    let simple = match class.rsplit_once('.') {
        Some((of, simple)) if of == own || of == "java.lang" => simple,
        _ => class,
    };
    simple.replace('$', ".")
}

impl<'a> Objects<'a> {
    pub fn new(explored: &'a ExploredMethod) -> Objects<'a> {
        Objects {
            explored,
            statements: Vec::new(),
            labels: BTreeMap::new(),
            numbers: BTreeMap::new(),
            opened: BTreeSet::new(),
        }
    }

    /// The class of the method.
    pub fn subject(&self) -> String {
        self.explored.class.clone()
    }

    /// An expression for a value of a type, after statements that make what it refers to.
    ///
    /// # Errors
    /// A sentence: a test cannot make it.
    pub fn expression(&mut self, value: &InputValue, ty: &str) -> Result<String, String> {
        Ok(match value {
            InputValue::Null => "null".into(),
            InputValue::Primitive(text) => match ty {
                "long" => format!("{text}L"),
                "float" | "double" => fraction(ty, text),
                "byte" | "short" => format!("({ty}) {text}"),
                _ => text.clone(),
            },
            InputValue::Constant { class, name } => format!("{}.{name}", self.named(class)?),
            InputValue::Same(label) => self.labels.get(label).cloned().ok_or("an object refers to none")?,
            InputValue::New { label, object } => match object {
                InputObject::Text(units) => string_of_units(units),
                InputObject::Array { component, elements } => self.array(*label, component, elements)?,
                InputObject::Instance { class, fields } => self.instance(*label, class, fields)?,
            },
        })
    }

    fn named(&self, class: &str) -> Result<String, String> {
        let known = self.explored.classes.iter().find(|one| one.name == class);
        match known.is_none_or(|class| class.can_be_named) {
            true => Ok(type_name(class, &self.explored.class)),
            false => Err(format!("a test cannot name the class {class}")),
        }
    }

    /// A new variable for an object of a class.
    pub fn variable(&mut self, class: &str) -> String {
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class).replace("[]", "s");
        let mut letters = simple.chars();
        let name: String = letters
            .next()
            .into_iter()
            .flat_map(char::to_lowercase)
            .chain(letters)
            .collect();
        let number = self.numbers.entry(name.clone()).or_default();
        *number += 1;
        format!("{name}{number}")
    }

    /// An array that no one else holds is an expression.
    fn array(&mut self, label: Option<u32>, component: &str, elements: &[InputValue]) -> Result<String, String> {
        let element_type = component.trim_end_matches("[]");
        let name = match is_primitive(element_type) {
            true => component.to_owned(),
            false => component.replacen(element_type, &self.named(element_type)?, 1),
        };
        let Some(label) = label else {
            let all: Vec<String> = elements
                .iter()
                .map(|element| self.expression(element, component))
                .collect::<Result<_, _>>()?;
            return Ok(format!("new {name}[] {{{}}}", all.join(", ")));
        };
        let variable = self.variable(&format!("{element_type}[]"));
        let (first, rest) = name
            .split_once('[')
            .map_or((name.as_str(), String::new()), |(first, rest)| {
                (first, format!("[{rest}"))
            });
        self.statements
            .push(format!("{name}[] {variable} = new {first}[{}]{rest};", elements.len()));
        self.labels.insert(label, variable.clone());
        for (index, element) in elements.iter().enumerate() {
            let value = self.expression(element, component)?;
            self.statements.push(format!("{variable}[{index}] = {value};"));
        }
        Ok(variable)
    }

    fn instance(&mut self, label: Option<u32>, class: &str, fields: &[(String, InputValue)]) -> Result<String, String> {
        if class == "java.lang.Object" {
            return Ok(self.declared(label, class, "new Object()".into()));
        }
        if let Some(boxed) = boxed(class, fields) {
            return Ok(self.declared(label, class, boxed));
        }
        let known = self.explored.classes.iter().find(|one| one.name == class);
        let known = known
            .ok_or_else(|| format!("a test cannot make an object of class {class}"))?
            .clone();
        let name = self.named(class)?;
        let refers_back = label.is_some_and(|label| fields.iter().any(|(_, value)| mentions(value, label)));
        let constructor = known
            .constructor
            .clone()
            .filter(|assigned| assigned.is_empty() || !refers_back);
        let Some(assigned) = constructor else {
            if known.is_record {
                return Err(format!(
                    "a test cannot make a {class}: its constructor does more than to set its fields"
                ));
            }
            let variable = self.declared_as(label, &name, class, format!("make({name}.class)"));
            return self.assign(&variable, &known, fields, &[]);
        };
        let mut given = Vec::new();
        for field in &assigned {
            let ty = known
                .fields
                .iter()
                .rfind(|one| one.name == *field)
                .map_or("", |one| one.ty.as_str());
            let value = fields.iter().find(|(name, _)| name == field);
            given.push(match value {
                Some((_, value)) => self.expression(value, ty)?,
                None => default(ty).to_owned(),
            });
        }
        let made = format!("new {name}({})", given.join(", "));
        if fields.iter().all(|(name, _)| assigned.contains(name)) && label.is_none() {
            return Ok(made);
        }
        let variable = self.declared_as(label, &name, class, made);
        self.assign(&variable, &known, fields, &assigned)
    }

    fn declared(&mut self, label: Option<u32>, class: &str, made: String) -> String {
        match label {
            None => made,
            Some(_) => {
                let name = type_name(class, &self.explored.class);
                self.declared_as(label, &name, class, made)
            }
        }
    }

    fn declared_as(&mut self, label: Option<u32>, name: &str, class: &str, made: String) -> String {
        let variable = self.variable(class);
        self.statements.push(format!("{name} {variable} = {made};"));
        if let Some(label) = label {
            self.labels.insert(label, variable.clone());
        }
        variable
    }

    /// Sets the fields that no constructor has set.
    fn assign(
        &mut self,
        variable: &str,
        class: &InputClass,
        fields: &[(String, InputValue)],
        assigned: &[String],
    ) -> Result<String, String> {
        for (said, value) in fields.iter().filter(|(name, _)| !assigned.contains(name)) {
            let (owner, name) = match said.rsplit_once('.') {
                Some((owner, name)) => (Some(owner), name),
                None => (None, said.as_str()),
            };
            let mut declared = class.fields.iter().rev();
            let field = declared.find(|field| field.name == name && owner.is_none_or(|owner| field.owner == owner));
            let field = field.ok_or_else(|| format!("{} has no field {said}", class.name))?;
            let value = self.expression(value, &field.ty)?;
            if let Some((package, _)) = field.owner.rsplit_once('.')
                && package.starts_with("java.")
            {
                self.opened.insert(package.to_owned());
            }
            self.statements.push(match field.can_be_assigned && owner.is_none() {
                true => format!("{variable}.{name} = {value};"),
                false => format!(
                    "set({variable}, {}.class, {}, {value});",
                    self.named(&field.owner)?,
                    string(name)
                ),
            });
        }
        Ok(variable.to_owned())
    }
}

fn is_primitive(ty: &str) -> bool {
    matches!(
        ty,
        "boolean" | "byte" | "char" | "short" | "int" | "long" | "float" | "double"
    )
}

fn default(ty: &str) -> &'static str {
    match ty {
        "boolean" => "false",
        "byte" => "(byte) 0",
        "short" => "(short) 0",
        "char" => "'\\0'",
        "int" | "long" | "float" | "double" => "0",
        _ => "null",
    }
}

/// Whether a value is, or holds, the object with a label.
fn mentions(value: &InputValue, label: u32) -> bool {
    match value {
        InputValue::Same(other) => *other == label,
        InputValue::New { object, .. } => match object {
            InputObject::Text(_) => false,
            InputObject::Instance { fields, .. } => fields.iter().any(|(_, value)| mentions(value, label)),
            InputObject::Array { elements, .. } => elements.iter().any(|value| mentions(value, label)),
        },
        InputValue::Null | InputValue::Primitive(_) | InputValue::Constant { .. } => false,
    }
}

/// A wrapper of a primitive value that is an object of its own.
fn boxed(class: &str, fields: &[(String, InputValue)]) -> Option<String> {
    let wrapper = class.strip_prefix("java.lang.")?;
    let (ty, zero) = match wrapper {
        "Boolean" => ("boolean", "false"),
        "Byte" => ("byte", "0"),
        "Character" => ("char", "'\\0'"),
        "Short" => ("short", "0"),
        "Integer" => ("int", "0"),
        "Long" => ("long", "0"),
        "Float" => ("float", "0"),
        "Double" => ("double", "0"),
        _ => return None,
    };
    let value = match fields {
        [(name, InputValue::Primitive(value))] if name == "value" => value.clone(),
        _ => zero.to_owned(),
    };
    Some(match ty {
        "long" => format!("Long.valueOf({value}L)"),
        "float" | "double" => format!("{wrapper}.valueOf({})", fraction(ty, &value)),
        "byte" | "short" => format!("{wrapper}.valueOf(({ty}) {value})"),
        _ => format!("{wrapper}.valueOf({value})"),
    })
}
