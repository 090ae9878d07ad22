# A link to a file that is no page leads to a page that shows the file, highlighted, with the numbers of its lines; a link to a
# folder without a README to a list of what is in it. What such a file includes is shown, too. Code that a page quotes gets the
# numbers that it has in its file.
#
# Solutions and the pages for instructors are no part of the site: they would be one search away from whoever is to find them. Links to
# them become plain text.
import html
import os
import posixpath
import re
import textwrap

from docutils import nodes
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes

LINKS = (addnodes.download_reference, addnodes.pending_xref)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
deck_of = re.compile(r"(slides/\d.*)\.md").fullmatch


def read(app, path):
    with open(os.path.join(app.srcdir, path), encoding="utf-8") as file:
        return file.read()


def page_showing(app, path):
    """The name of the site's page for a path from the root; None if the site has none."""
    full = os.path.join(app.srcdir, path)
    if path.startswith(("solutions", "teaching", ".")):
        return None
    if os.path.isdir(full):
        readme = posixpath.join(path, "README")
        return readme if readme + ".md" in app.config.reading_order else posixpath.join(path, "index")
    return deck_of(path)[1] if deck_of(path) else path


def resolve_links(app, doctree):
    """Sphinx would offer the files for download; links to pages stay for MyST."""
    env, page = app.env, app.env.docname
    shown = env.metadata[page].setdefault("files", [])
    for node in [node for node in doctree.findall() if isinstance(node, LINKS)]:
        link, _, anchor = node["reftarget"].partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
        full = os.path.join(app.srcdir, path)
        if not link or path in app.config.reading_order or not os.path.exists(full):
            continue
        target = page_showing(app, path)
        if target is None:
            node.replace_self(node[0])
            continue
        if not target.endswith("README") and not deck_of(path):
            shown.append(path)
            for file in with_included(app, [path]):
                env.note_dependency(os.path.join(app.srcdir, file))
        uri = posixpath.relpath(target + ".html", posixpath.dirname(page)) + (anchor and "#" + anchor)
        node.replace_self(nodes.reference("", "", *node[0].children, refuri=uri, internal=True))


def number_lines(app, doctree):
    """Quoted code is a part of a file that its page links to, moved to the left."""
    files = [path for path in app.env.metadata[app.env.docname]["files"] if path.endswith((".cu", ".cuh", ".hpp", ".cpp"))]
    lines_of = {path: read(app, path).splitlines() for path in files}
    for block in doctree.findall(nodes.literal_block):
        quoted = block.astext().rstrip("\n").splitlines()
        if block.get("language") not in ("cuda", "cpp") or len(quoted) < 2:
            continue
        for path, lines in lines_of.items():
            first = next((first for first in range(len(lines)) if quoted[0] in lines[first]
                          and textwrap.dedent("\n".join(lines[first:first + len(quoted)])).splitlines() == quoted), None)
            if first is not None:
                block["linenos"] = True
                block["highlight_args"] = {"linenostart": first + 1}
                break


def included(app, path):
    """The files of the course that a file includes."""
    files = INCLUDE.findall(read(app, path)) if re.search(r"\.(cu|cuh|cpp|hpp)$", path) else []
    beside = [posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) for file in files]
    return [choice for pair in zip(files, beside) for choice in pair if os.path.isfile(os.path.join(app.srcdir, choice))]


def with_included(app, paths):
    """The paths, what is in folders among them, and all that these files include."""
    found = list(dict.fromkeys(paths))
    for path in found:
        full = os.path.join(app.srcdir, path)
        if os.path.isdir(full):
            more = [posixpath.join(path, name) for name in sorted(os.listdir(full)) if os.path.isfile(os.path.join(full, name))]
        else:
            more = included(app, path)
        found.extend(file for file in dict.fromkeys(more) if file not in found)
    return found


def all_shown(app):
    """All files and folders to show, each with the pages that link to it."""
    linked_from = {}
    for page in sorted(app.env.found_docs):
        for path in app.env.metadata[page].get("files", []):
            linked_from.setdefault(path, []).append(page)
    return {path: linked_from.get(path, []) for path in with_included(app, linked_from)}


def highlighted(app, path):
    try:
        language = get_lexer_for_filename(path).aliases[0]
    except ClassNotFound:
        language = "text"
    code = app.builder.highlighter.highlight_block(read(app, path), language, force=True, linenos="inline",
                                                   lineanchors="L", anchorlinenos=True)
    # Line 5 is #L5, as on GitHub; its number is no stop for the tabulator key.
    code = re.sub(r'<a id="L-(\d+)" name="L-\d+"></a><a href="#L-\d+">', r'<a id="L\1" href="#L\1" tabindex="-1">', code)
    targets = {os.path.basename(file): file for file in included(app, path)}

    def link(match):
        target = targets.get(os.path.basename(match[1]))
        return f'<a href="{posixpath.relpath(target, posixpath.dirname(path))}.html">{match[0]}</a>' if target else match[0]
    return re.sub(r"&quot;([^&]+)&quot;(?=</span>)", link, code)


def file_pages(app):
    shown = all_shown(app)
    app.env.course_file_pages = {page_showing(app, path) + ".html" for path in shown}
    for path, pages in shown.items():
        is_folder = os.path.isdir(os.path.join(app.srcdir, path))
        if is_folder:
            names = [posixpath.basename(file) for file in shown if posixpath.dirname(file) == path]
            body = "<ul>" + "".join(f'<li><a href="{name}.html">{name}</a></li>' for name in sorted(names)) + "</ul>"
        else:
            body = highlighted(app, path)
        # The whole tree of pages beside every file would take most of the time that the site takes.
        yield page_showing(app, path), {
            "title": posixpath.basename(path), "path": path, "body": body,
            "linked_from": [(page, app.env.titles[page].astext()) for page in pages],
            "beside": [] if is_folder else sorted(posixpath.basename(file) for file in shown
                                                  if posixpath.dirname(file) == posixpath.dirname(path) and "." in posixpath.basename(file)),
            "toctree": lambda **_: "", "sidebars": ["sidebar/brand.html", "sidebar/search.html", "files_beside.html"],
        }, "file.html"


def setup(app):
    app.connect("doctree-read", resolve_links, priority=400)
    app.connect("doctree-read", number_lines, priority=401)
    app.connect("html-collect-pages", file_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
