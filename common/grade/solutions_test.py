#!/usr/bin/env python3
"""Grades the reference solution and the stub of every exercise as a class of two, and compares the verdicts: solved, and not solved.

    DEVICE=gpu make build/grade/grade && DEVICE=gpu common/grade/solutions_test.py

does it on a GPU, where results alone are judged; exercises whose every test judges counts are not judged there, and are listed. There it
grades answers with wrong results and cheats, too. Arguments are exercises: 01.1 02.3, and options of the grader: --isolation none.
Run it in the repository's root.
"""
import csv
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

DEVICE = os.environ.setdefault("DEVICE", "emulator")
EXERCISES = [word for word in sys.argv[1:] if re.fullmatch(r"\d\d\.\d+", word)]
OPTIONS = [word for word in sys.argv[1:] if word not in EXERCISES]

# Stubs whose results are wrong, and of the red team (in red_team/, all of 02.1) those that need no counts to be found out.
WRONG = ["01.4", "01.5", "02.4", "03.2"]
CHEATS = ["bounds_first_call_only", "compiling_solution_absolute", "device_out_of_bounds", "ending_crash", "ending_exit_in_call",
          "ending_quick_exit", "flooding_endless_host", "flooding_endless_kernel", "forging_main", "forging_record_at_exit",
          "forging_record_on_descriptors", "talking_garbage_to_judge", "talking_not_at_all"]


def exercises():
    """{"02.1": (stub, solution)}"""
    found = {}
    for solution in sorted(glob.glob("solutions/*/*/*.cu")):
        chapter, number = re.match(r"solutions/(\d+)-[^/]*/(\d+)-", solution).groups()
        found[f"{chapter}.{number}"] = (solution.replace("solutions/", "exercises/", 1), solution)
    return {name: files for name, files in found.items() if not EXERCISES or name in EXERCISES}


def hand_in(folder, student, name, text):
    os.makedirs(f"{folder}/{student}", exist_ok=True)
    with open(f"{folder}/{student}/{name}.cu", "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def hand_in_wrong(folder, wanted):
    """What a GPU must call not solved: (student, exercise)."""
    for name in WRONG:
        if name in wanted:
            hand_in(folder, "changed-stub", name, read(wanted[name][0]) + "// changed\n")
            yield "changed-stub", name
    if "02.1" in wanted:
        for cheat in CHEATS:
            if cheat.startswith("compiling") and "none" in OPTIONS:
                continue  # it finds the solution
            text = read(f"common/grade/red_team/{cheat}.cu").replace("@ROOT@", os.getcwd())
            for header in re.findall(r'#include "(\w+\.cuh)"', text):
                text = text.replace(f'#include "{header}"', read(f"common/grade/red_team/{header}"))
            hand_in(folder, cheat, "02.1", text)
            yield cheat, "02.1"


def main():
    wanted = exercises()
    work = tempfile.mkdtemp(prefix="solutions.", dir="build")
    try:
        for name, files in wanted.items():
            for student, source in zip(("stub", "solution"), files):
                hand_in(f"{work}/class", student, name, read(source))
        wrong = list(hand_in_wrong(f"{work}/class", wanted)) if DEVICE == "gpu" else []
        subprocess.run(["build/grade/grade", "--submissions", f"{work}/class", "--grades", f"{work}/grades", "--seed", "17"] + OPTIONS,
                       check=True)
        with open(f"{work}/grades/grades.csv", encoding="utf-8") as file:
            rows = {(row["student"], row["exercise"]): row for row in csv.DictReader(file)}
        failed = failed_wrong = 0
        for name in wanted:
            solution, stub = rows["solution", name], rows["stub", name]
            if DEVICE == "gpu" and solution["finding"].startswith("Every test of this exercise judges counts"):
                print(f"{name}: not judged: every test judges counts")
            elif (solution["solved"], stub["solved"]) != ("yes", "no"):
                failed += 1
                print(f"FAILED: {name}: solution {solution['solved']}: {solution['finding']}\nstub {stub['solved']}: {stub['finding']}")
        if DEVICE == "gpu":
            print(re.search(r"Graded on [^<]*", read(f"{work}/grades/students/solution/report.html"))[0])
        for student, name in wrong:
            row = rows[student, name]
            failed_wrong += row["solved"] != "no"
            print("" if row["solved"] == "no" else "FAILED: ", end="")
            print(f"{student} {name}: solved {row['solved']}: " + row["finding"].replace("\n", " | ")[:160])
        print(f"{len(wanted) - failed} of {len(wanted)} exercises and {len(wrong) - failed_wrong} of {len(wrong)} wrong answers "
              f"are graded as they should be, on the {DEVICE}.")
        sys.exit(1 if failed + failed_wrong else 0)
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
