//! The modules of a page as one classic script, which also runs where modules may not be fetched: in a sandbox, and from a disk.
//!
//! Every module becomes a function that returns what it exports, after those that it imports. The assets keep to what is read here: imports and exports are whole
//! lines, a name is exported where it is declared, and nothing that is exported is assigned again.

use std::collections::BTreeSet;

/// What gives the text of a file.
type Read<'a> = &'a dyn Fn(&str) -> String;

/// Where the bundled modules are found, and the folder of the script.
const HEAD: &str = "\"use strict\";\n{\nconst parts = (globalThis.saltusParts ??= {});\n\
                    const ownPlace = document.currentScript?.src || document.baseURI;\n";

/// The module of this name with those of its imports that the bundle of another one, which runs before, lacks.
pub(crate) fn bundle(entry: &str, before: Option<&str>, read: Read<'_>) -> String {
    let there = before.map_or_else(Vec::new, |name| order(name, read));
    let names = order(entry, read).into_iter().filter(|name| !there.contains(name));
    HEAD.to_owned() + &names.map(|name| part(&name, read)).collect::<String>() + "}\n"
}

/// A module as a function that returns what it exports; one that exports nothing only runs, and may wait for something.
fn part(name: &str, read: Read<'_>) -> String {
    let part = Part::of(&read(name));
    if part.exports.is_empty() {
        return format!("(async () => {{\n{}}})();\n", part.body);
    }
    format!("parts[{name:?}] = (() => {{\n{}return {{ {} }};\n}})();\n", part.body, part.exports.join(", "))
}

/// A module and all that it imports, each after those that it imports itself.
fn order(entry: &str, read: Read<'_>) -> Vec<String> {
    fn visit(name: &str, read: Read<'_>, seen: &mut BTreeSet<String>, order: &mut Vec<String>) {
        if !seen.insert(name.to_owned()) {
            return;
        }
        for other in Part::of(&read(name)).imports {
            visit(&other, read, seen, order);
        }
        order.push(name.to_owned());
    }
    let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
    visit(entry, read, &mut seen, &mut order);
    order
}

/// A module as it stands in a bundle.
#[derive(Default)]
struct Part {
    imports: Vec<String>,
    exports: Vec<String>,
    body: String,
}

impl Part {
    fn of(text: &str) -> Self {
        let mut part = Part::default();
        for line in plain(text).lines() {
            part.take(line);
        }
        part
    }

    fn take(&mut self, line: &str) {
        if let Some((what, from)) = imported(line, "import ") {
            self.bind(what, from);
        } else if let Some((what, from)) = imported(line, "export ") {
            self.bind(what, from);
            self.exports.extend(inner(what).map(|(_, own)| own.to_owned()));
        } else if let Some(declared) = line.strip_prefix("export ") {
            let mut words = declared.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
            let name = words.find(|word| !["async", "function", "class", "const"].contains(word));
            self.exports.extend(name.map(str::to_owned));
            self.line(declared);
        } else {
            self.line(&line.replace("import.meta.url", "ownPlace"));
        }
    }

    fn bind(&mut self, what: &str, from: &str) {
        let bound = match what.strip_prefix("* as ") {
            Some(name) => name.to_owned(),
            None => format!(
                "{{ {} }}",
                inner(what)
                    .map(|(name, own)| if name == own { own.to_owned() } else { format!("{name}: {own}") })
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        self.line(&format!("const {bound} = parts[{from:?}];"));
        self.imports.push(from.to_owned());
    }

    fn line(&mut self, line: &str) {
        self.body += line;
        self.body.push('\n');
    }
}

/// What a line imports, and from which file.
fn imported<'a>(line: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let (what, from) = line.strip_prefix(word)?.strip_suffix("\";")?.split_once(" from \"./")?;
    Some((what, from))
}

/// The names in braces, and what each is called here.
fn inner(what: &str) -> impl Iterator<Item = (&str, &str)> {
    what.trim_matches(['{', '}', ' ']).split(',').map(|name| {
        let name = name.trim();
        name.split_once(" as ").unwrap_or((name, name))
    })
}

/// A script without comments and the blanks that begin its lines. Comments begin lines, or are types before what they are about.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::new();
    let (mut in_comment, mut in_template) = (false, false);
    for line in text.lines() {
        let begun = in_template;
        in_template ^= line.matches('`').count() % 2 == 1 && !in_comment && !line.trim_start().starts_with("//");
        if begun {
            plain += line;
            plain.push('\n');
            continue;
        }
        let mut rest = line.trim_start();
        if in_comment {
            in_comment = !rest.contains("*/");
            continue;
        }
        let mut kept = String::new();
        while let Some((before, comment)) = rest.split_once("/**") {
            kept += before;
            let Some((_, after)) = comment.split_once("*/") else {
                in_comment = true;
                rest = "";
                break;
            };
            rest = after.trim_start();
        }
        kept += rest;
        if !kept.trim().is_empty() && !kept.starts_with("//") {
            plain += &kept;
            plain.push('\n');
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> String {
        let text = match name {
            "a.js" => {
                "// First.\nimport { one, two as second } from \"./b.js\";\nimport * as all from \"./c.js\";\n\n/** @param {number} x */\nawait all.three(one, second);\n"
            }
            "b.js" => "export { one } from \"./c.js\";\nexport const two = /** @type {number} */ (2);\n",
            "c.js" => {
                "/**\n * One.\n */\nexport async function one() {}\nexport class Three {\n  at = import.meta.url;\n}\nconst text = `\n  // kept\n`;\n"
            }
            _ => panic!("{name}"),
        };
        text.to_owned()
    }

    #[test]
    fn modules_come_after_those_that_they_import() {
        let expected = "parts[\"c.js\"] = (() => {\nasync function one() {}\nclass Three {\nat = ownPlace;\n}\nconst text = `\n  // kept\n`;\nreturn { one, Three };\n})();\n\
                        parts[\"b.js\"] = (() => {\nconst { one } = parts[\"c.js\"];\nconst two = (2);\nreturn { one, two };\n})();\n\
                        (async () => {\nconst { one, two: second } = parts[\"b.js\"];\nconst all = parts[\"c.js\"];\nawait all.three(one, second);\n})();\n}\n";
        assert_eq!(bundle("a.js", None, &read), HEAD.to_owned() + expected);
        let after = bundle("a.js", Some("c.js"), &read);
        assert!(after.contains("parts[\"b.js\"] =") && !after.contains("parts[\"c.js\"] ="), "{after}");
    }
}
