# Lets a search show, below each title, the words around what was found. Sphinx would fetch each page for that, which a browser
# refuses on pages of a folder; so the pages' texts lie in a script that only the search page loads.
import json
import os

from docutils import nodes


def keep_text(app, doctree):
    for node in list(doctree.findall(nodes.comment)):
        node.parent.remove(node)
    parts = [node.astext() for node in doctree.findall(nodes.TextElement)
             if not isinstance(node.parent, nodes.TextElement) and not isinstance(node, (nodes.raw, nodes.title))]
    app.env.metadata[app.env.docname]["text"] = " ".join(" ".join(parts).split())


def write_texts(app, exception):
    if exception is None:
        texts = {page: app.env.metadata[page]["text"] for page in sorted(app.env.found_docs)}
        with open(os.path.join(app.outdir, "_static", "search_texts.js"), "w", encoding="utf-8") as file:
            file.write(f"const search_texts = {json.dumps(texts, ensure_ascii=False, indent=0)}\n")


def setup(app):
    app.connect("doctree-read", keep_text)
    app.connect("build-finished", write_texts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
