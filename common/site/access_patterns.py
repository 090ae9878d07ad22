# A section of a lesson that names a rung's file ends with a link to the page that shows what the rung accesses, step by step, and with
# this page, folded.
#
# It stands at the end, and folded, because the page shows what a lesson asks the reader to predict. site.js loads it when it is unfolded.
import html
import posixpath
import re

from docutils import nodes

rung_page = re.compile(r"chapters/(.+/\d+_[^/]+)\.cu\.html").fullmatch


def add_links(app, doctree):
    page = app.env.docname
    if not page.startswith("chapters/"):
        return
    linked = set()
    for link in list(doctree.findall(nodes.reference)):
        found = rung_page(posixpath.normpath(posixpath.join(posixpath.dirname(page), link.get("refuri", ""))))
        pattern = found and found[1] + ".html"
        section = link.parent
        while section is not None and not isinstance(section, nodes.section):
            section = None if isinstance(section, (nodes.table, nodes.list_item)) else section.parent
        if pattern not in app.config.access_patterns or pattern in linked or section is None:
            continue
        linked.add(pattern)
        uri = posixpath.relpath("patterns/" + pattern, posixpath.dirname(page))
        what = f"what the first block of {posixpath.basename(found[1])}.cu accesses"
        line = nodes.paragraph("", "", nodes.Text("Step by step: "), nodes.reference("", "", nodes.Text(what), refuri=uri, internal=True),
                               nodes.Text("."), classes=["pattern"])
        folded = (f'<details class="pattern"><summary>Show it here</summary>'
                  f'<iframe data-src="{html.escape(uri)}" title="{html.escape(what)}"></iframe></details>')
        below = [k for k, child in enumerate(section) if isinstance(child, nodes.section)]
        at = below[0] if below else len(section)
        section[at:at] = [line, nodes.raw("", folded, format="html")]


def setup(app):
    app.add_config_value("access_patterns", [], "env")
    app.connect("doctree-read", add_links, priority=402)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
