# The course's pages in the order in which one reads them, from the links of the pages themselves: there is no second list.
#
# The site has README and every page that it leads to, by one link or by several. README is followed by its chapters. A chapter's
# README is followed by its own exercises, then by its other pages, each with its exercises, in the order of the links: as in
# common/course/reading_order.cpp. Any other page stands below the README of its folder or of the nearest folder above.
import os
import re


def links_of(text):
    """The files that a page links to, in order, without anchors."""
    return [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]


class ReadingOrder:
    """Pages are paths from `top`, as "chapters/02-transpose/banks.md". Those of children[page] stand below it, in order."""

    def __init__(self, top):
        self.top = top
        self.links = {}  # of each page, the pages that it links to
        self._read("README.md")
        self.children = {page: [] for page in self.links}
        self._placed = {"README.md"}
        chapters = [page for page in self.links["README.md"] if page.startswith("chapters/")]
        self._place("README.md", chapters)
        for chapter in chapters:
            self._place_lesson(chapter)
        for page in self.links:
            self._place(self._page_above(page), [page])

    def pages(self, first="README.md"):
        """All pages, each followed by the next to read."""
        return [first] + [page for child in self.children[first] for page in self.pages(child)]

    def _read(self, page):
        """Reads a page and what it leads to."""
        with open(os.path.join(self.top, page), encoding="utf-8") as file:
            targets = [os.path.normpath(os.path.join(os.path.dirname(page), link)) for link in links_of(file.read()) if link]
        targets = [os.path.join(target, "README.md") if os.path.isdir(os.path.join(self.top, target)) else target
                   for target in targets]
        self.links[page] = [target for target in dict.fromkeys(targets) if self._is_page(target)]
        for target in self.links[page]:
            if target not in self.links:
                self._read(target)

    def _is_page(self, path):
        """Hints stand folded on their exercise's page, Marp makes a file of its own of a deck, and instructors read in the repository."""
        return (path.endswith(".md") and os.path.basename(path) != "hints.md" and not re.match(r"slides/\d", path)
                and not path.startswith((".", "teaching/")) and os.path.isfile(os.path.join(self.top, path)))

    def _place(self, above, pages):
        for page in pages:
            if page not in self._placed:
                self._placed.add(page)
                self.children[above].append(page)

    def _place_lesson(self, readme):
        folder = os.path.dirname(readme)
        exercises = folder.replace("chapters/", "exercises/", 1) + "/"
        pages = [page for page in self.links[readme] if os.path.dirname(page) == folder]
        for page in [readme] + pages:
            self._place(page, [link for link in self.links[page] if link.startswith(exercises)])
        self._place(readme, pages)

    def _page_above(self, page):
        """Of what has no README of its own above it, CONTRIBUTING says what it is for."""
        folder = os.path.dirname(page)
        while folder:
            readme = os.path.join(folder, "README.md")
            if readme in self.links and readme != page:
                return readme
            folder = os.path.dirname(folder)
        of_readme = page.count("/") < 2 and page in self.links["README.md"]
        return "README.md" if of_readme or "CONTRIBUTING.md" not in self.links else "CONTRIBUTING.md"
