#!/usr/bin/env python3
# The numbers of exercises that differ from student to student, so that an answer is of no use to the next one.
#
# A number follows from the student's name and the secret alone (HMAC-SHA-256), so it can be found again, and a class list may grow.
# Usage: parameters.py SECRET_FILE STUDENT      prints the student's exercises/parameters.txt
#        parameters.py --pages [--check]        writes the numbers of exercises/parameters.txt into the pages of the exercises
import hashlib
import hmac
import os
import re
import sys

FILE = "exercises/parameters.txt"
# Each exercise's page, and its parameters: the name, the words on the page, and the numbers to draw from. The memory of 01.8 delivers
# whole bytes a nanosecond to each multiprocessor.
EXERCISES = {
    "01.8": ("exercises/01-first-kernel/8-enough-in-flight/README.md", [
        ("multiprocessors", "multiprocessors", lambda _: (60, 64, 72, 80, 96, 100, 108, 120, 128)),
        ("memory_gb_per_s", "memory, GB/s", lambda drawn: [drawn["multiprocessors"] * each for each in (10, 12, 15, 16, 18, 20, 24, 25)]),
        ("latency_ns", "latency of a load, ns", lambda _: (300, 350, 400, 450, 500, 550, 600)),
    ]),
    "01.10": ("exercises/01-first-kernel/10-worth-the-copies/README.md", [
        ("bus_gb_per_s", "bus, GB/s", lambda _: (10, 12, 15, 20, 25)),
        ("pinned_gb_per_s", "bus from pinned memory, GB/s", lambda _: (40, 48, 50, 55, 60)),
        ("cpu_gb_per_s", "CPU's memory, GB/s", lambda _: (80, 100, 120, 150, 200)),
        ("gpu_gb_per_s", "GPU's memory, GB/s", lambda _: (1000, 1600, 2000, 3000, 4000)),
        ("cpu_gflop_per_s", "CPU, GFLOP/s", lambda _: (500, 800, 1000, 1500, 2000)),
        ("gpu_gflop_per_s", "GPU, GFLOP/s", lambda _: (15000, 20000, 30000, 40000, 50000)),
        ("start_ns", "a start, ns", lambda _: (5000, 8000, 10000, 12000, 15000)),
    ]),
    "04.9": ("exercises/04-matmul/9-bytes-per-flop/README.md", [
        ("gflop_per_s", "single precision, GFLOP/s", lambda _: (20000, 25000, 30000, 40000, 50000, 60000, 80000)),
        ("memory_gb_per_s", "memory, GB/s", lambda _: (1000, 1600, 2000, 2500, 3000, 4000)),
        ("shared_gb_per_s", "shared memory to registers, GB/s", lambda _: (10000, 12000, 15000, 16000, 20000, 24000, 30000)),
    ]),
}
BLOCK = re.compile(r"(<!-- parameters begin -->\n).*?(<!-- parameters end -->)", re.DOTALL)


def drawn(secret, student):
    """The student's numbers as {exercise: {name: number}}."""
    numbers = {}
    for exercise, (_, parameters) in EXERCISES.items():
        mine = numbers[exercise] = {}
        for name, _, choices in parameters:
            digest = hmac.new(secret, os.fsencode(student) + f"\n{exercise}\n{name}".encode(), hashlib.sha256).digest()
            among = choices(mine)
            mine[name] = among[int.from_bytes(digest, "big") % len(among)]
    return numbers


def text_of(numbers, opening):
    rows = [f"{exercise} {name} {number}\n" for exercise, mine in numbers.items() for name, number in mine.items()]
    return opening + "".join(rows)


def opening_of(text):
    return "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))


def read(text):
    numbers = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            exercise, name, number = line.split()
            numbers.setdefault(exercise, {})[name] = int(number)
    return numbers


def page_with(page, exercise, numbers):
    """The exercise's page with these numbers in its table."""
    parameters = EXERCISES[exercise][1]
    cells = [[words for _, words, _ in parameters], ["--:"] * len(parameters),
             [f"{numbers[exercise][name]:,}" for name, _, _ in parameters]]
    table = "".join("| " + " | ".join(row) + " |\n" for row in cells)
    return BLOCK.sub(lambda marks: marks[1] + "\n" + table + marks[2], page)


def pages(check):
    """Returns the pages that were out of date."""
    with open(FILE, encoding="utf-8") as file:
        numbers = read(file.read())
    stale = []
    for exercise, (path, _) in EXERCISES.items():
        with open(path, encoding="utf-8") as file:
            page = file.read()
        right = page_with(page, exercise, numbers)
        if right != page:
            stale.append(path)
            if not check:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(right)
    return stale


def main(words):
    secret = os.path.abspath(words[0]) if words else ""
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    if words[:1] == ["--pages"]:
        stale = pages(words[1:] == ["--check"])
        if stale and words[1:]:
            sys.exit(f"{', '.join(stale)}: the numbers differ from {FILE}. common/dist/parameters.py --pages writes them.")
    elif len(words) == 2 and os.path.isfile(secret):
        with open(secret, "rb") as file, open(FILE, encoding="utf-8") as course:
            sys.stdout.write(text_of(drawn(file.read().strip(), words[1]), opening_of(course.read())))
    else:
        print("Usage: parameters.py SECRET_FILE STUDENT | --pages [--check]", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
