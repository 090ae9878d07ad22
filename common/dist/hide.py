# Takes the answers to exercises out of the course's files, which are given as {path: bytes} (make dist HIDE=02.3).
#
# common/dist/rungs.txt names the rungs that answer an exercise. The kernels of such a rung lose their bodies and its file moves out of
# the ladder, to parts/left_out. So whatever calls its functions still compiles, and no list of rungs has it. Its row goes out of
# ladder.cpp, and what shows it goes out of the lesson's pages and decks. The chapter's tests go, too.
import re

PLACE = "parts/left_out"
SECTION = "This rung answers an exercise, so it is not in this copy.\n"
RUNG = re.compile(r"chapters/(\d\d)-[^/]*/(?:more/)?((?:[^/]*/)*)(\d+)_([^/]*)\.cu$")


def answers(text):
    """common/dist/rungs.txt as {exercise: [rung or file]}."""
    rows = (line.split(":") for line in text.splitlines() if line and not line.startswith("#"))
    return {exercise: rungs.split(" not ")[0].split() for exercise, rungs in rows}


def forgotten(text, paths):
    """The rungs behind the first answer of an exercise that common/dist/rungs.txt does not name beside it: "04.1: 04.16"."""
    rungs = [(match[1], match[2], int(match[3])) for match in map(RUNG.match, paths) if match]
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        exercise, named = line.split(":")
        first = {}
        for chapter, ladder, number in re.findall(r"(\d\d)\.((?:[a-z]+/)*)(\d+)", named.split(" not ")[0]):
            first[chapter, ladder] = min(int(number), first.get((chapter, ladder), 99))
        for chapter, ladder, number in sorted(rungs):
            rung = f"{chapter}.{ladder}{number}"
            if number > first.get((chapter, ladder), 99) and rung not in named.split():
                yield f"{exercise}: {rung}"


def needed_file(files, exercise):
    """The file that answers the exercise, if it cannot be hidden; else None."""
    answered_by = answers(files["common/dist/rungs.txt"].decode()).get(exercise, [])
    return next((path for path in answered_by if path in files), None)


def file_of(rung, files):
    """The path of 02.3 or, for a file that is no rung, of 02.parts/loops."""
    chapter, name = rung.split(".", 1)
    for path in files:
        match = RUNG.match(path)
        if (match and f"{match[1]}.{match[2]}{match[3]}" == rung) or re.fullmatch(rf"chapters/{chapter}-[^/]*/{name}\.cu", path):
            return path
    raise ValueError(f"common/dist/rungs.txt: there is no rung {rung}.")


def without_kernels(text, exercise):
    """The bodies of all functions that run on the device go, and so do the comments: they tell the idea."""
    lines, kept, inside = text.splitlines(), [], False
    for number, line in enumerate(lines):
        if inside:
            inside = line != "}"
            continue
        if line.lstrip().startswith("//"):
            continue
        begins = re.match(r"(static |inline )*__(global|device)__|__device__", line)
        signature = begins and "__host__" not in line and _signature(lines[number:])
        if signature:
            kept += signature[:-1] + [signature[-1] + " __trap(); }"]
            inside = True
        else:
            kept.append(re.sub(r"\s*//.*", "", line))
    return (f"// Not in this copy, since it answers exercise {exercise}: only what other files need of it is left.\n"
            "#pragma nv_diag_suppress 177, 940\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n" + "\n".join(kept) + "\n")


def _signature(lines):
    """The lines up to the brace that opens the body; None for a declaration."""
    for count, line in enumerate(lines, 1):
        if line.rstrip().endswith("{"):
            return lines[:count]
        if line.rstrip().endswith((";", "}")):
            return None
    return None


def without_row(text, name):
    """ladder.cpp without the row of this rung."""
    return re.sub(rf'^ +\{{\d+, "{name}",.*?\}},\n', "", text, flags=re.DOTALL | re.MULTILINE)


def page_without(text, file, name):
    """A page without the sections about the rung of this file, and without what it quotes of its code."""
    parts = re.split(r"^(#{1,6} .*\n)", text, flags=re.MULTILINE)
    for i in range(2, len(parts), 2):
        if re.match(r"\n*\[`", parts[i]) and f"]({file})" in parts[i][:200]:
            parts[i] = "\n" + SECTION + "\n"
    text = "".join(parts)
    return re.sub(rf"<!-- code: rung {name} .*?<!-- end -->\n", "", text, flags=re.DOTALL)


def deck_without(text, names, before, after):
    """A deck without the slides that quote one of these rungs, or a part of the lesson that was there before and is not any more."""
    def is_lost(directive):
        return (any(re.search(rf"\b{name}\b", directive) for name in names)
                or any(part in before and part not in after for part in re.findall(r'"([^":]+)', directive)))
    front, slides = text.split("\n---\n", 1)
    kept = [slide for slide in slides.split("\n---\n") if not any(map(is_lost, re.findall(r"\{\{[^}]*\}\}", slide)))]
    return front + "\n---\n" + "\n---\n".join(kept)


def hide(files, exercises):
    """Changes `files`. Returns a line for each exercise."""
    known, said, hidden = answers(files["common/dist/rungs.txt"].decode()), [], {}
    for exercise in exercises:
        for rung in known.get(exercise, []):
            hidden.setdefault(file_of(rung, files), exercise)
        said.append(f"{exercise}: without {', '.join(known[exercise])}" if exercise in known else f"{exercise}: no rung answers it")
    before, names = dict(files), {}
    for path, exercise in hidden.items():
        _hide_file(files, path, exercise)
        match = RUNG.match(path)
        if match:
            names.setdefault(path.split("/")[1], set()).add(match[4])
    if names:
        files.pop("emulator/test/hardware/counts_test.cpp")  # compares every rung with what an H200 counted
    for chapter, rungs in names.items():
        deck = f"slides/{chapter}.md"
        _leave_out_tests(files, f"chapters/{chapter}/", " ".join(re.findall(r"\{\{[^}]*\}\}", files[deck].decode())))
        files[deck] = deck_without(files[deck].decode(), rungs, _pages(before, chapter), _pages(files, chapter)).encode()
    return said


def _leave_out_tests(files, chapter, quoted):
    """They try the rungs by name. What the deck quotes of them stays, and what other files include."""
    tests = [path for path in files if re.match(rf"{chapter}(.*/)?(test/.*|[^/]*_test\.\w+)$", path)]
    others = b"".join(text for path, text in files.items() if path.startswith(chapter) and path not in tests)
    for path in tests:
        if path[len(chapter):] not in quoted and f'#include "{path}"'.encode() not in others:
            del files[path]


def _pages(files, chapter):
    return "\n".join(text.decode() for path, text in files.items() if path.startswith(f"chapters/{chapter}/") and path.endswith(".md"))


def _hide_file(files, path, exercise):
    chapter = "/".join(path.split("/")[:2])
    match = RUNG.match(path)
    text = without_kernels(files[path].decode(), exercise).encode()
    if not match:
        files[path] = text
        return
    name, file = match[4], path[len(chapter) + 1:]
    del files[path]
    moved = f"{chapter}/{PLACE}/{name}.cu"
    files[moved] = text

    def change(other, function, *arguments):
        files[other] = function(files[other].decode(), *arguments).encode()
    for other in list(files):
        if other.endswith((".cu", ".cpp", ".cuh", ".hpp")) and path.encode() in files[other]:
            change(other, lambda code: code.replace(path, moved))
        if other == f"{chapter}/ladder.cpp" and "/" not in file:
            change(other, without_row, name)
        if other.startswith(chapter + "/") and other.endswith(".md"):
            change(other, page_without, file, name)
        elif other.startswith("chapters/") and other.endswith(".md") and path.encode() in files[other]:
            del files[other]  # a page about this kernel: reading-a-profile
