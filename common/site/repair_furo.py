# Repairs Debian's build of the theme Furo, which was made for a web server and by an old Sass. Where nothing is broken, as in Furo
# from PyPI, it changes nothing.
#
# - Its script imports another one, which a browser refuses on a page of a folder: the two become one.
# - Its style imports /javascript/normalize.css/normalize.css: the file of that name in /usr/share goes there instead.
# - Its style has lost the dark colours of readers whose system is dark and who have not chosen themselves.
import os
import re

SYSTEM = "/usr/share"


def rewrite(path, repaired):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(repaired(text))


def repair(app, exception):
    static = os.path.join(app.outdir, "_static")
    if exception is not None:
        return

    def contents(match):
        folder = SYSTEM if match[1].startswith("/") else os.path.join(static, "scripts")
        with open(os.path.join(folder, match[1].lstrip("/")), encoding="utf-8") as file:
            return file.read()

    def with_dark_colours(css):
        dark = re.search(r'body\[data-theme="dark"\] \{([^}]*)\}', css)
        return css if not dark or "prefers-color-scheme" in css else (
            css + "@media not print { @media (prefers-color-scheme: dark) { body:not([data-theme=light]) {" + dark[1] + "} } }\n")

    rewrite(os.path.join(static, "scripts/furo.js"), lambda text: re.sub(r'import \w+ from "\./([^"]+)";', contents, text))
    rewrite(os.path.join(static, "styles/furo.css"),
            lambda text: with_dark_colours(re.sub(r"@import url\((/[^)]+)\);", contents, text)))


def setup(app):
    app.connect("build-finished", repair)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
