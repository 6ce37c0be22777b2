//! Lessons that people write (docs/lessons.md), each as a page of a site.

use saltus_api::lesson::{self, Chapter};
use saltus_api::limits::Limits;
use saltus_api::{Kind, call};
use serde_json::{Value, json};

/// A lesson that is to become a page.
pub struct Lesson {
    /// The page's name, without its ending: letters, digits and hyphens.
    pub name: String,
    /// What is written.
    pub text: String,
}

impl Lesson {
    /// The lesson of this name. The page reads the rest of it, and says what is wrong with that.
    ///
    /// # Errors
    ///
    /// One sentence, with the line: the name is none, it does not begin as a lesson, or a chapter has a board or a move that is none.
    pub fn new(name: &str, text: String) -> Result<Self, String> {
        if name.is_empty() || !name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-') {
            return Err(format!(
                "the page of a lesson has a name of letters, digits and hyphens, and {name:?} is none"
            ));
        }
        let families = saltus_api::registry();
        let lesson = lesson::read(&text).map_err(|mistake| mistake.to_string())?;
        for Chapter { puzzle, moves, line, .. } in &lesson.chapters {
            let request = json!({ "line": puzzle, "moves": moves });
            let reply = call(&families, "play", request.to_string().as_bytes(), &Limits::default());
            if reply.kind != Kind::Json {
                let told: Value = serde_json::from_slice(&reply.bytes).unwrap_or_default();
                return Err(format!("line {line}: {}", told["error"].as_str().unwrap_or("no such board")));
            }
        }
        Ok(Self { name: name.to_owned(), text })
    }

    fn title(&self) -> &str {
        self.text.lines().find_map(|line| line.strip_prefix("title:")).map_or("A lesson", str::trim)
    }

    /// The page's file, and the page: that of all puzzles, one folder down, with the lesson in it.
    pub(crate) fn page(&self, page: &str) -> (String, String) {
        let mut made = String::new();
        for line in page.lines() {
            let line = match line.strip_prefix("<title>") {
                Some(_) => format!("<title>{} · saltus</title>", escaped(self.title())),
                None if line == "</body>" => {
                    // Whatever is written ends no script.
                    let text = json!(self.text).to_string().replace('<', "\\u003c");
                    format!("<script type=\"application/json\" class=\"lesson\">{text}</script>\n{line}")
                }
                None => above(line),
            };
            made += &line;
            made.push('\n');
        }
        (format!("s/{}.html", self.name), made)
    }
}

/// A line of a page whose files lie one folder above.
fn above(line: &str) -> String {
    let mut made = line.to_owned();
    for attribute in [" href=\"", " src=\""] {
        let parts: Vec<&str> = made.split(attribute).collect();
        let is_file = |rest: &str| {
            let name = rest.split('"').next().unwrap_or_default();
            !name.is_empty() && !name.starts_with('#') && !name.contains(':')
        };
        let mut all = parts[0].to_owned();
        for rest in &parts[1..] {
            all += attribute;
            if is_file(rest) {
                all += "../";
            }
            all += rest;
        }
        made = all;
    }
    made
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "saltus lesson 1\ntitle: Why <15>?\nchapter: One\npuzzle: shift 3 3\nmoves: 3-4 5-3\ntext: It has </script> in it.\n";

    #[test]
    fn a_lesson_is_a_page_below() {
        let lesson = Lesson::new("why-15", TEXT.to_owned()).expect("a lesson");
        let page = "<title>saltus</title>\n<link rel=\"stylesheet\" href=\"index.css\">\n<script defer src=\"main.js\"></script>\n<a href=\"#gallery\"></a><a href=\"https://a.b/\">\n</body>\n";
        let (name, made) = lesson.page(page);
        assert_eq!(name, "s/why-15.html");
        for part in [
            "<title>Why &lt;15>? · saltus</title>",
            "href=\"../index.css\"",
            "src=\"../main.js\"",
            "href=\"#gallery\"",
            "href=\"https://a.b/\"",
            "class=\"lesson\">\"saltus lesson 1\\n",
        ] {
            assert!(made.contains(part), "{part}: {made}");
        }
        assert_eq!(made.matches("</script>").count(), 2, "the lesson ends no script");
    }

    #[test]
    fn a_mistake_has_a_line() {
        for (text, place) in [
            ("", "line 1: "),
            ("saltus lesson 1\ntitle: A\n", "line 2: "),
            ("saltus lesson 1\nchapter: A\npuzzle: shfit 3 3\n", "line 3: "),
            ("saltus lesson 1\nchapter: A\npuzzle: shift 3 3\nmoves: 3-4 3-4\n", "line 4: "),
        ] {
            let told = Lesson::new("a", text.to_owned()).err().expect("a mistake");
            assert!(told.starts_with(place), "{text}: {told}");
        }
        assert!(Lesson::new("../a", TEXT.to_owned()).is_err());
    }
}
