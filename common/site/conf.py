# Settings of Sphinx for `make site` (common/make/site.mk): the Markdown pages as they lie in the repository become a static site
# that also opens from a folder. No page fetches anything: styles, scripts, fonts and the search index lie beside the pages.
import glob
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
top = os.path.dirname(os.path.dirname(here))
sys.path.insert(0, here)

from reading_order import ReadingOrder  # noqa: E402 (found in the folder named above)

project = html_title = "Learn CUDA by climbing ladders"
extensions = ["myst_parser", "additions", "files", "access_patterns", "search_texts", "repair_furo", "finish"]
root_doc = "README"
reading_order = ReadingOrder(top).children
access_patterns = sorted(glob.glob("**/*.html", root_dir=os.path.join(top, "build/patterns"), recursive=True))  # "02-transpose/1_naive.html"
include_patterns = list(reading_order)
exclude_patterns = [".*", "build", "solutions", "teaching"]  # folders that need no looking into
highlight_language = "text"
myst_heading_anchors = 6  # links to headings, as on GitHub

fonts = ["sans-latin-400-normal", "sans-latin-400-italic", "sans-latin-600-normal", "mono-latin-400-normal", "mono-latin-600-normal"]
html_theme = "furo"
html_static_path = ["static"] + [f"../../build/node/node_modules/@fontsource/ibm-plex-{font[:4]}/files/ibm-plex-{font}.woff2"
                                 for font in fonts]
templates_path = ["templates"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_show_copyright = html_copy_source = html_use_index = html_show_search_summary = False
pygments_style, pygments_dark_style = "default", "github-dark"  # colours with enough contrast
