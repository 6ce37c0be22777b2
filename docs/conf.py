"""The documentation as a site, built by `cargo xtask docs`: these pages as they are, with a search. A dead link is an error."""

import re
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
REPOSITORY = tomllib.loads((HERE.parent / "Cargo.toml").read_text())["workspace"]["package"]["repository"]

project = "saltus"
html_title = "saltus"
author = "the saltus contributors"
root_doc = "README"
extensions = ["myst_parser"]
myst_heading_anchors = 6
html_theme = "furo"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
pygments_style = "default"
# Commands and puzzles are no language of a highlighter.
highlight_language = "text"


def site(path: str) -> str:
    """Where a file of the project outside of this folder can be read."""
    kind = "tree" if (HERE.parent / path).is_dir() else "blob"
    if not (HERE.parent / path.partition("#")[0]).exists():
        raise FileNotFoundError(path)
    return f"{REPOSITORY}/{kind}/main/{path}"


def contents(text: str) -> str:
    """The lists of the first page, as what the margin shows."""
    made = []
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        caption, _, body = section.partition("\n")
        pages = "\n".join(page.removesuffix(".md") for page in re.findall(r"^- \[[^]]*\]\(([^)]*)\)", body, flags=re.M))
        made.append(f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n")
    return "\n".join(made)


def formula(text: str) -> str:
    """A formula in MathML, for its powers: what follows ^ is a number, a name or stands in parentheses, and so does what is before it."""

    def bracket(sign: str) -> str:
        return f'<mo stretchy="false">{sign}</mo>'

    def group(tokens: list[str]) -> str:
        """The tokens up to a closing parenthesis, which is taken, or the end."""
        made: list[str] = []
        while tokens and (token := tokens.pop(0)) != ")":
            if token == "(":
                made.append(f"<mrow>{bracket('(')}{group(tokens)}{bracket(')')}</mrow>")
            elif token == "^":
                power = tokens.pop(0)
                power = group(tokens) if power == "(" else formula(power)
                made.append(f"<msup>{made.pop()}<mrow>{power}</mrow></msup>")
            elif token.isalnum():
                made.append(f"<mn>{token}</mn>" if token.isdigit() else f"<mi>{token}</mi>")
            elif not token.isspace():
                # Some signs are Markdown's own.
                made.append(f"<mo>&#{ord(token)};</mo>")
        return "".join(made)

    return group(re.findall(r"(?<=\^)\w+(?:\(\w+\))?|\d+|.", text))


def formulas(text: str) -> str:
    """A page with its formulas set: code that has powers, and powers and signs in sentences."""
    group = r"\((?:[^()`\n]|\([^()`\n]*\))*\)"
    words = rf"(?:(?<![A-Za-z'])[A-Za-z]|(?<!\w)\d+|{group})\^(?:{group}|\w+(?:\(\w+\))?)"
    power = re.compile(rf"`(?P<code>[^`\n]*\^[^`\n]*)`|(?P<words>{words})|[<>]=|`[^`]*`|^ {{4}}.*$", re.M)

    def made(found: re.Match[str]) -> str:
        what = found["code"] or found["words"]
        return f"<math>{formula(what)}</math>" if what else {"<=": "\u2264", ">=": "\u2265"}.get(found[0], found[0])

    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else power.sub(made, part) for part in parts)


def read(app, name, source):
    """What GitHub understands, for this program."""
    text = source[0]
    up = re.escape("../" * (name.count("/") + 1))
    text = re.sub(rf"\]\({up}([^)]*)\)", lambda found: f"]({site(found[1])})", text)
    # Places that have names of their own.
    text = re.sub(r'<a id="([\w-]+)"></a>\n', r"(\1)=\n", text)
    text = re.sub(r"^```(puzzle|file)\b.*$", "```text", text, flags=re.M)
    text = formulas(text) if name == "theorems" else text
    source[0] = text + contents(text) if name == root_doc else text


def setup(app):
    app.connect("source-read", read)
