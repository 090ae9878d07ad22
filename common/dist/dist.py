#!/usr/bin/env python3
# make dist: writes the students' copy of the course as an archive. It has what git has committed, without solutions/, what
# instructors need, and the tests that need either; and without the kernels of the rungs that answer the exercises in --hide
# (hide.py). The stubs lie once more in stubs/, for make reset. With --students an archive for each student has the numbers that are
# his or hers (parameters.py), to be unpacked over the course.
#
# The same commit, list and secret give the same bytes: names are sorted, and every file has the time of the commit.
# Usage: dist.py OUT [--hide 02.3,04.1] [--students LIST --secret FILE]      in the repository's root
import argparse
import gzip
import io
import os
import re
import subprocess
import sys
import tarfile

import hide
import parameters

TOP = "cuda-course"
# Folders and files that students do not get. An author's tests need the solutions or compare pages with what is left out.
LEFT_OUT = re.compile(r"(solutions|teaching|common/(dist|grade|judging)|emulator/test/remote|\.ci|\.github)/|CONTRIBUTING\.md$|exercises/stubs\.txt$|"
                      r"common/make/(dist|grade|judging)\.|"
                      r"(common/(pages|plots|records|site|make)|slides)/.*_test\.\w+$|common/course/(solutions|check|loop)_test\.sh$|"
                      r"common/ladder/list_test\.sh$|common/terminal/programs_test\.sh$")
# Paragraphs that lead to what only instructors have; and the lines of commands in make's list.
FOR_INSTRUCTORS = re.compile(r"\]\([./]*(teaching/|solutions\))")
SECTION_FOR_AUTHORS = re.compile(r"^## Writing an exercise\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
LISTED_LEFT_OUT = re.compile(rb"^make (dist|grade|verify) .*\n", re.MULTILINE)
LINK = re.compile(r"\[((?:[^][]|\[[^]]*\])*)\]\(([^)\s]+)\)")


def refuse(sentence):
    print(sentence, file=sys.stderr)
    sys.exit(2)


def committed():
    """{path: bytes}, {path: executable or not} and the time of the last commit."""
    archive = subprocess.run(["git", "archive", "HEAD"], check=True, capture_output=True).stdout
    time = int(subprocess.run(["git", "log", "-1", "--format=%ct"], check=True, capture_output=True).stdout)
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        members = [member for member in tar if member.isfile()]
        return ({member.name: tar.extractfile(member).read() for member in members},
                {member.name: bool(member.mode & 0o100) for member in members}, time)


def stubs_of(files):
    """The stubs, by the names of the solutions."""
    return {path.replace("solutions/", "stubs/", 1): files[path.replace("solutions/", "exercises/", 1)]
            for path in files if re.fullmatch(r"solutions/[^/]*/[^/]*/[^/]*\.cu", path)}


def without_dead_links(page, text, there):
    """Links to what is left out become plain text; a row of a table that begins with one goes."""
    def leads_nowhere(target):
        if re.match(r"[a-z]+:|#", target):
            return False
        path = os.path.normpath(os.path.join(os.path.dirname(page), target.split("#")[0]))
        return path not in there

    lines = []
    for line in text.splitlines(keepends=True):
        first = re.match(r"\| " + LINK.pattern, line)
        if not (first and leads_nowhere(first[2])):
            lines.append(line)
    return LINK.sub(lambda link: link[1] if leads_nowhere(link[2]) else link[0], "".join(lines))


def student_copy(files, hidden):
    said = hide.hide(files, hidden)
    copy = {path: data for path, data in files.items() if not LEFT_OUT.match(path)} | stubs_of(files)
    there = set(copy) | {path[:end.start()] for path in copy for end in re.finditer("/", path)} | {"."}
    for path in copy:
        if path.endswith(".md") and not path.startswith("slides/0"):
            paragraphs = [part for part in SECTION_FOR_AUTHORS.sub("", copy[path].decode()).rstrip("\n").split("\n\n") if not FOR_INSTRUCTORS.search(part)]
            copy[path] = without_dead_links(path, "\n\n".join(paragraphs) + "\n", there).encode()
    copy["common/make/help.txt"] = LISTED_LEFT_OUT.sub(b"", copy["common/make/help.txt"])
    return copy, said


def write_archive(path, files, executable, time):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in sorted(files):
            member = tarfile.TarInfo(f"{TOP}/{name}")
            member.size, member.mtime, member.mode = len(files[name]), time, 0o755 if executable.get(name) else 0o644
            tar.addfile(member, io.BytesIO(files[name]))


def students_in(path):
    """The names of a class list: a line each, blank lines and those that begin with # left out."""
    with open(path, encoding="utf-8") as file:
        names = [line.strip() for line in file]
    names = [name for name in names if name and not name.startswith("#")]
    for name in names:
        if "/" in name or name.startswith(".") or not name.isprintable():
            refuse(f"{path}: {name!r} cannot be the name of a folder. Leave out /, a dot at the beginning and control characters.")
        if names.count(name) > 1:
            refuse(f"{path} has {name} twice. Each student needs a name of his or her own.")
    return names


def personal_files(copy, secret, student):
    """The files in which this student's copy differs."""
    numbers = parameters.drawn(secret, student)
    opening = parameters.opening_of(copy[parameters.FILE].decode())
    files = {parameters.FILE: parameters.text_of(numbers, opening).encode()}
    for exercise, (page, _) in parameters.EXERCISES.items():
        files[page] = parameters.page_with(copy[page].decode(), exercise, numbers).encode()
    return files


def main():
    parser = argparse.ArgumentParser(prog="dist.py")
    parser.add_argument("out")
    parser.add_argument("--hide", default="")
    parser.add_argument("--students", default="")
    parser.add_argument("--secret", default="")
    options = parser.parse_args()
    if options.students and not options.secret:
        refuse("Numbers for each student need a secret. Write one, which you keep, and give its file:\n"
               "  head -c 24 /dev/urandom | base64 >../secret.txt\n  make dist STUDENTS=… SECRET=../secret.txt")
    for path in (options.students, options.secret):
        if path and not os.path.isfile(path):
            refuse(f"{path} is not there, or is no file.")
    if not os.path.exists(".git"):
        refuse("This folder is no git clone, and make dist copies what git has committed.")
    for path in (options.students, options.secret):
        if path and not subprocess.run(["git", "ls-files", "--error-unmatch", path], check=False, capture_output=True).returncode:
            refuse(f"git has committed {path}, so every student would get it. Take it out, with git rm --cached {path}, and keep it outside this "
                   "folder. The archives of earlier calls may have it.")
    if subprocess.run(["git", "diff", "--quiet", "HEAD"], check=False).returncode:
        print("Files have changes that are not committed; the copy has what is committed.", file=sys.stderr)
    students = students_in(options.students) if options.students else []
    secret = b""
    if students:
        with open(options.secret, "rb") as file:
            secret = file.read().strip()
        if not secret:
            refuse(f"{options.secret} is empty: anybody could draw the same numbers.")
    files, executable, time = committed()
    exercises = {"{}.{}".format(*re.match(r"exercises/(\d+)-[^/]*/(\d+)-", path).groups())
                 for path in files if re.fullmatch(r"exercises/\d+-[^/]*/\d+-[^/]*/check\.cpp", path)}
    hidden = [exercise for exercise in options.hide.split(",") if exercise]
    unknown = [exercise for exercise in hidden if exercise not in exercises]
    if unknown:
        refuse(f"HIDE names {unknown[0]}, and there is no such exercise; make list prints all of them.")
    for exercise in hidden:
        needed = hide.needed_file(files, exercise)
        if needed:
            refuse(f"HIDE cannot hide {exercise}: its answer is in {needed}, which programs of the chapter need. Assign another exercise, or leave "
                   f"{exercise} out of HIDE.")
    copy, said = student_copy(files, hidden)
    write_archive(f"{options.out}/{TOP}.tar.gz", copy, executable, time)
    for student in students:
        write_archive(f"{options.out}/students/{student}.tar.gz", personal_files(copy, secret, student), {}, time)
    for line in said:
        print(line)
    print(f"{options.out}/{TOP}.tar.gz: the students' copy, {len(copy)} files" +
          (f"; {options.out}/students: the numbers of {len(students)} students" if students else ""))


if __name__ == "__main__":
    main()
