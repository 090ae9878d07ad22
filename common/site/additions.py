# What a page of the site has and its Markdown file has not: the pages below it, an exercise's hints, folded, a chapter's slides, drawings
# that may scroll, units that stay with their numbers.
#
# It is added while Sphinx reads the file, as Markdown. And headings get the places that they have on GitHub.
import os
import re

from docutils import nodes


def hints(app, page):
    """The hints as `make hint` finds them: what follows "## Hint 1", "## Hint 2", ... in hints.md."""
    file = os.path.join(app.srcdir, os.path.dirname(page), "hints.md")
    if not os.path.exists(file):
        return ""
    app.env.note_dependency(file)
    with open(file, encoding="utf-8") as text:
        _, *parts = re.split(r"^## (.*)$", text.read(), flags=re.MULTILINE)
    folded = [f'<details class="hint">\n<summary>{title}</summary>\n\n{body.strip()}\n\n</details>\n'
              for title, body in zip(parts[::2], parts[1::2])]
    return "\n\n## Hints\n\n" + "\n".join(folded)


def slides(app, page):
    """A link to the deck of this name."""
    chapter = re.fullmatch(r"chapters/(.*)/README\.md", page)
    deck = chapter and f"slides/{chapter[1]}.md"
    return f"[Slides of this chapter](../../{deck})\n\n" if deck and os.path.exists(os.path.join(app.srcdir, deck)) else ""


def pages_below(app, page):
    names = "".join(f"/{child[:-3]}\n" for child in app.config.reading_order[page])
    return f"\n\n```{{toctree}}\n:hidden:\n\n{names}```\n" if names else ""


def add(app, docname, source):
    page = docname + ".md"
    text = source[0]
    deck = slides(app, page)
    if deck:
        text = text.replace("\n## ", f"\n{deck}## ", 1)
    source[0] = text + hints(app, page) + pages_below(app, page)


def name_places(app, doctree):
    """MyST's link to a heading names its file, too; Sphinx's own place has lost digits and doubled hyphens."""
    for section in doctree.findall(nodes.section):
        place = section.get("slug") or section.get("myst-anchor", "").partition("#")[2]
        if place and place not in section["ids"]:
            section["ids"].append(place)


def mark_wide_drawings(app, doctree):
    """Drawings whose letters a phone's width would make too small; site.css lets them scroll there."""
    for image in doctree.findall(nodes.image):
        file = os.path.join(app.srcdir, image["uri"])
        if not file.endswith(".svg") or not os.path.exists(file):
            continue
        with open(file, encoding="utf-8") as text:
            width = re.search(r'<svg[^>]* width="(\d+)', text.read(1000))
        if width and int(width[1]) > 800:
            image["classes"].append("wide")


UNIT = re.compile(r"(?<=\d) (?=([KMG]i?B|[KMGT]?B/s|[GT]FLOP/s|[mnµ]?s|MHz|GHz|W)\b|%)")


def keep_units(app, doctree):
    """In a table's narrow column a number and its unit stay on one line: the space between them does not break."""
    for cell in doctree.findall(nodes.entry):
        for text in list(cell.findall(nodes.Text)):
            kept = UNIT.sub("\N{NO-BREAK SPACE}", text)
            if kept != text:
                text.parent.replace(text, nodes.Text(kept))


def setup(app):
    app.add_config_value("reading_order", {}, "env")
    app.connect("source-read", add)
    app.connect("doctree-read", name_places)
    app.connect("doctree-read", mark_wide_drawings, priority=600)
    app.connect("doctree-read", keep_units)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
