//! What Maven's last test run had on its class path: `java.class.path` in `target/surefire-reports/TEST-*.xml`.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::xml;

/// Its entries that exist; `None` if nothing was run since the pom was last edited.
pub fn class_path(root: &Path) -> Option<Vec<PathBuf>> {
    let modified = |path: &Path| std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let entries = std::fs::read_dir(root.join("target/surefire-reports")).ok()?;
    let reports = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("TEST-") && name.ends_with(".xml")
        });
    let newest = reports.max_by_key(|path| (modified(path), path.clone()))?;
    let edited = modified(&root.join("pom.xml")).unwrap_or(SystemTime::UNIX_EPOCH);
    if modified(&newest)? < edited {
        return None;
    }
    let report = xml::read(&newest)?;
    let properties = report.list("properties");
    let value = |wanted: &str| {
        let mut properties = properties.iter();
        let property = properties.find(|property| property.attribute("name") == Some(wanted))?;
        property.attribute("value")
    };
    // With a manifest-only jar the real path is in the second one.
    let path = value("surefire.test.class.path").or_else(|| value("java.class.path"))?;
    let separator = if path.contains(';') { ';' } else { ':' };
    let entries: Vec<PathBuf> = path
        .split(separator)
        .map(PathBuf::from)
        .filter(|entry| entry.exists())
        .collect();
    (!entries.is_empty()).then_some(entries)
}
