# After the last page: index.html, where a site begins, is README's page; patterns lie beside the pages; pages and drawings of files
# that are gone go, too.
import os
import shutil


def finish(app, exception):
    if exception is not None:
        return
    shutil.copy(os.path.join(app.outdir, "README.html"), os.path.join(app.outdir, "index.html"))
    shutil.rmtree(os.path.join(app.outdir, "patterns"), ignore_errors=True)
    for pattern in app.config.access_patterns:
        target = os.path.join(app.outdir, "patterns", pattern)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(os.path.join(app.srcdir, "build/patterns", pattern), target)
    pages = {"index.html", "search.html"} | {page + ".html" for page in app.env.found_docs} | app.env.course_file_pages
    for folder, _, names in os.walk(app.outdir):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), app.outdir)
            if name.endswith(".html") and path not in pages and not path.startswith(("slides/", "patterns/")):
                os.remove(os.path.join(app.outdir, path))
    drawings = {name for _, name in app.env.images.values()}
    folder = os.path.join(app.outdir, "_images")
    for name in set(os.listdir(folder)) - drawings:
        os.remove(os.path.join(folder, name))


def setup(app):
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
