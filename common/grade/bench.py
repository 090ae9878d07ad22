#!/usr/bin/env python3
"""Measures how long `make grade` takes: makes a class, grades it from nothing, then again unchanged.

Students hand in reference solutions, wrong answers, stubs, copies and files that do not compile. Nearly every file differs from all
others: names, comments and constants are changed. Nothing is asserted.

Usage: bench.py [--students 30] [--exercises 01.1,02.1] [--jobs 2]   (in the repository's root; make bench-grade ARGS="--students 300")
"""
import argparse
import glob
import json
import os
import random
import re
import shutil
import subprocess
import time

WORK = "build/bench-grade"
WHOLE_CLASS = 1500  # answers: 300 students with five exercises each
KINDS = {"right": 60, "wrong": 25, "stub": 5, "copied": 5, "broken": 5}  # per cent


def folder_of(exercise):
    chapter, number = exercise.split(".")
    (folder,) = glob.glob(f"solutions/{chapter}-*/{number}-*")
    return folder


def source_of(exercise):
    (source,) = glob.glob(folder_of(exercise) + "/*.cu")
    return source


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def wrong_answers(exercise):
    """The texts of the solution with each of its patches."""
    texts = []
    for patch in sorted(glob.glob(folder_of(exercise) + "/wrong/*.diff")):
        done = subprocess.run(["patch", "--silent", "--unified", "--fuzz=0", "--force", "--output=-", source_of(exercise), patch],
                              check=True, stdout=subprocess.PIPE, text=True)
        texts.append(done.stdout)
    return texts


def changed(text, student, draw):
    """The same program with another text: a local variable has another name, and there is a comment and a constant more."""
    names = set(re.findall(r"^\s+(?:const )?(?:std::size_t|int|float|unsigned) ([a-z]\w+) = ", text, re.MULTILINE))
    names = sorted(name for name in names if not re.search(rf"(?:\.|->|::|\")\s*{name}\b", text))
    if names:
        name = draw.choice(names)
        text = re.sub(rf"\b{name}\b", f"{name}_{student}", text)
    return f"// Answer of student {student}.\n{text}\n[[maybe_unused]] static constexpr int kStudent = {student};\n"


def make_class(folder, students, exercises, draw):
    for exercise in exercises:
        right, wrong = read(source_of(exercise)), wrong_answers(exercise)
        stub = read(source_of(exercise).replace("solutions/", "exercises/", 1))
        last = right
        for student in range(students):
            (kind,) = draw.choices(list(KINDS), list(KINDS.values()))
            text = {"stub": stub, "copied": last, "broken": f"void student_{student}(\n"}.get(kind)
            if text is None:
                last = text = changed(right if kind == "right" or not wrong else draw.choice(wrong), student, draw)
            os.makedirs(f"{folder}/student {student}", exist_ok=True)
            with open(f"{folder}/student {student}/{exercise}.cu", "w", encoding="utf-8") as file:
                file.write(text)


def graded(folder, jobs):
    """Wall and CPU seconds of grading the class."""
    began, before = time.monotonic(), os.times()
    subprocess.run(["build/grade/grade", "--submissions", folder, "--grades", f"{WORK}/grades", "--seed", "17", "--jobs", str(jobs)],
                   check=True)
    after = os.times()
    return (time.monotonic() - began,
            after.children_user + after.children_system - before.children_user - before.children_system)


def processor():
    for line in open("/proc/cpuinfo", encoding="utf-8"):
        if line.startswith("model name"):
            return line.split(": ", 1)[1].strip()
    return "an unknown CPU"


def load():
    return f"{os.getloadavg()[0]:.1f}"


def print_parts(exercise, results):
    parts = []
    for part in ("compiling", "running"):
        cpu = sum(each[part]["cpu_seconds"] for each in results) / len(results)
        wall = sum(each[part]["seconds"] for each in results) / len(results)
        parts.append(f"{part} {cpu:5.2f} CPU s, {wall:6.2f} s")
    print(f"{exercise:>5} {len(results):5} answers, each: {'; '.join(parts)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--exercises", default="01.3,02.3,03.3,04.3,05.3")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    exercises = options.exercises.split(",")
    subprocess.run([os.environ.get("MAKE", "make"), "--silent", f"-j{options.jobs}", *[f"build/grade/{each}/parts" for each in exercises]],
                   check=True, env={**os.environ, "MAKEFLAGS": ""})
    shutil.rmtree(WORK, ignore_errors=True)
    make_class(f"{WORK}/class", options.students, exercises, random.Random(17))

    answers = options.students * len(exercises)
    print(f"{processor()}, {os.cpu_count()} CPU threads, load {load()} before; {options.jobs} answers at a time.", flush=True)
    wall, cpu = graded(f"{WORK}/class", options.jobs)
    print(f"From nothing: {answers} answers in {wall:.0f} s, {60 * answers / wall:.1f} a minute; {cpu / answers:.2f} CPU s each, stubs and solutions included; "
          f"load {load()} after.", flush=True)
    again, _ = graded(f"{WORK}/class", options.jobs)
    print(f"Unchanged: {again:.1f} s.")
    results = [json.loads(read(path)) for path in glob.glob(f"{WORK}/grades/results/*.json")]
    print(f"{len(results)} were distinct, with stubs and solutions.")
    for exercise in exercises:
        print_parts(exercise, [each for each in results if each["exercise"] == exercise])
    print_parts("all", results)
    share = WHOLE_CLASS / answers
    print(f"{WHOLE_CLASS} answers at this rate: {share * wall / 60:.0f} min from nothing, at most {share * again / 60:.1f} min unchanged.")
    each = sum(result[part]["cpu_seconds"] for result in results for part in ("compiling", "running")) / len(results)
    print(f"All distinct, by their CPU seconds, on two cores with nothing else to do: {WHOLE_CLASS * each / 2 / 60:.0f} min from nothing.")


if __name__ == "__main__":
    main()
