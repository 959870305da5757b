//! XML as a tree of elements, as much of it as build files need: names without prefixes, texts, attributes.

use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// An element.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// Without prefix.
    pub name: String,
    /// With values unescaped.
    pub attributes: Vec<(String, String)>,
    /// Its own text, trimmed.
    pub text: String,
    /// In order.
    pub children: Vec<Element>,
}

impl Element {
    /// The first child of this name.
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of a child, if it has one.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.child(name)
            .map(|child| child.text.as_str())
            .filter(|text| !text.is_empty())
    }

    /// The children of a child: `<dependencies>`.
    pub fn list(&self, name: &str) -> &[Element] {
        self.child(name).map_or(&[], |child| &child.children)
    }

    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The root element of a file; `None` if it is not there, or no XML.
pub fn read(file: &Path) -> Option<Element> {
    parse(&crate::files::read_to_string(file).ok()?)
}

/// Deeper than this, no build file nests.
const DEEPEST: usize = 200;

fn parse(text: &str) -> Option<Element> {
    let mut reader = Reader::from_str(text);
    let mut open = vec![Element::default()];
    loop {
        let event = reader.read_event().ok()?;
        match event {
            Event::Start(start) if open.len() < DEEPEST => open.push(element(&start)),
            Event::Start(_) => return None,
            Event::Empty(start) => open.last_mut()?.children.push(element(&start)),
            Event::End(_) => {
                let mut done = open.pop()?;
                done.text = done.text.trim().to_owned();
                open.last_mut()?.children.push(done);
            }
            Event::Text(text) => open.last_mut()?.text.push_str(&text.xml10_content()),
            Event::CData(text) => open.last_mut()?.text.push_str(&text.xml10_content()),
            Event::GeneralRef(entity) => {
                let meant = match entity.resolve_char_ref() {
                    Ok(Some(letter)) => letter.to_string(),
                    Ok(None) | Err(_) => quick_xml::escape::resolve_predefined_entity(&entity.xml10_content())
                        .unwrap_or_default()
                        .to_owned(),
                };
                open.last_mut()?.text.push_str(&meant);
            }
            Event::Eof => return open.pop().filter(|_| open.is_empty())?.children.pop(),
            Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Comment(_) => {}
        }
    }
}

fn element(start: &BytesStart<'_>) -> Element {
    let text = |text: &str| text.to_owned();
    let attributes = start.attributes().flatten().map(|attribute| {
        let raw = text(attribute.value.as_ref());
        let value = quick_xml::escape::unescape(&raw).map_or_else(|_| raw.clone(), |value| value.into_owned());
        (text(attribute.key.local_name().as_ref()), value)
    });
    Element {
        name: text(start.local_name().as_ref()),
        attributes: attributes.collect(),
        ..Element::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_texts_attributes() {
        let root = parse(
            "<?xml version='1.0'?><!-- c --><p:a x='1 &lt; 2'><b> t &amp; &#65; </b><c/><b><![CDATA[<d>]]></b></p:a>",
        );
        let root = root.unwrap();
        assert_eq!((root.name.as_str(), root.attribute("x")), ("a", Some("1 < 2")));
        assert_eq!(root.text_of("b"), Some("t & A"));
        assert_eq!(root.children[2].text, "<d>");
        assert!(parse("<a><b></a>").is_none());
        assert!(parse(&"<a>".repeat(100_000)).is_none());
    }
}
