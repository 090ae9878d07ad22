#!/usr/bin/env python3
"""Public CUDA programs under build/simt: fetches each one of list.csv by commit, checks its hashes, builds it without an edit, runs it,
and compares what it says and what simt finds with results.csv and findings.csv. Nothing that it fetches is stored in the repository.

Usage: programs.py [--record] [--limit SECONDS] [NAME...]   (in the repository's root; make public-programs builds what it needs)
       programs.py --table | --findings                     (what README.md beside this script quotes)

--record writes what was seen into results.csv and findings.csv. With PROGRAMS_FROM=FOLDER in the environment, files come from
FOLDER/REPOSITORY/COMMIT/PATH and not from the network. Rows with a toolkit are built by its nvcc, Debian's
(common/make/debian_toolkit.sh) or that of NVCC_12_4=/path/to/nvcc. Exit code 0: all as recorded, 1: something differs, 2: nothing could run.
"""
import argparse
import csv
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).parent
WORK = pathlib.Path("build/public-programs")
RESULTS, FINDINGS = "results.csv", "findings.csv"
RESULT_FIELDS = ["name", "result", "cpu_seconds", "files"]
FINDING_FIELDS = ["name", "fault", "place", "judged"]


def read(file):
    path = HERE / file
    return list(csv.DictReader(path.open(newline=""))) if path.exists() else []


def write(file, fields, rows):
    with (HERE / file).open("w", newline="") as out:
        writer = csv.DictWriter(out, fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


class Missing(Exception):
    """A file that is not there, or not the one that the list means; its text is a sentence."""


def text_of(repository, commit, path):
    """The bytes of a file, from PROGRAMS_FROM or from GitHub."""
    folder = os.environ.get("PROGRAMS_FROM")
    if folder:
        file = pathlib.Path(folder, repository, commit, path)
        if not file.is_file():
            raise Missing(f"PROGRAMS_FROM has no {repository}/{commit}/{path}")
        return file.read_bytes()
    address = f"https://raw.githubusercontent.com/{repository}/{commit}/{path}"
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        raise Missing(f"{address} could not be fetched ({error})") from error
    except OSError as error:
        print(f"{address} could not be fetched ({error}): without a network, name a folder that has the files, PROGRAMS_FROM=FOLDER",
              file=sys.stderr)
        sys.exit(2)


def folder_of(program):
    """The folder from which a program runs: samples look for their data there."""
    return os.path.dirname(program["sources"].split()[0]).removesuffix("/src")


def also_of(program):
    """{path: commit} of the files that list.csv names beside a program's sources."""
    return {path: commit for commit, path in (word.split(":", 1) for word in program["also"].split())}


def commit_of(program, path):
    return also_of(program).get(path, program["commit"])


def files_of(program, programs, files):
    """The rows of files.csv that a program needs: its sources, what it names beside them, and what lies below its folder and
    those of its -I, but for other programs' sources."""
    sources = set(program["sources"].split())
    others = {source for other in programs for source in other["sources"].split()} - sources
    folders = tuple(folder + "/" for folder in [folder_of(program), *re.findall(r"-I(\S+)", program["flags"])] if folder)
    named = sources | set(also_of(program))
    rows = [row for row in files if (row["repository"], row["commit"]) == (program["repository"], commit_of(program, row["path"]))]
    wanted = [row for row in rows if row["path"] in named or (row["path"].startswith(folders) and row["path"] not in others)]
    for path in sorted(named - {row["path"] for row in wanted}):
        raise Missing(f"files.csv has no {path} of {program['repository']} at {commit_of(program, path)}")
    return wanted


def fetch(program, programs, files):
    """Puts a program's files below WORK. Returns the folder, and whether every file had the hash of files.csv."""
    top = WORK / "files" / program["repository"] / program["commit"]
    hashed = True
    for row in files_of(program, programs, files):
        target = top / row["path"]
        target.parent.mkdir(parents=True, exist_ok=True)
        text = text_of(row["repository"], row["commit"], row["path"])
        if row["sha256"] and hashlib.sha256(text).hexdigest() != row["sha256"]:
            raise Missing(f"{row['path']} of {row['repository']} at {row['commit']} is not the file that was tried: its hash differs")
        hashed = hashed and row["sha256"] != ""
        target.write_bytes(text)
    return top, hashed


def run(command, limit, **options):
    """Exit code (None: it ran too long) and output of a command."""
    try:
        done = subprocess.run(command, timeout=limit, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False, **options)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")


def nvcc_for(version):
    """The nvcc of a version, or the one in PATH if the version is empty."""
    if not version:
        return pathlib.Path(shutil.which("nvcc") or "nvcc")
    variable = "NVCC_" + version.replace(".", "_")
    if variable in os.environ:
        return pathlib.Path(os.environ[variable])
    release = {"11.8": "bookworm", "12.4": "trixie"}.get(version, version)
    found = pathlib.Path("build/toolkits", release, "root/usr/lib/nvidia-cuda-toolkit/bin/nvcc").resolve()
    if not found.exists():
        raise Missing(f"it needs CUDA {version}: common/make/debian_toolkit.sh {version} fetches Debian's, 1 GB; {variable}=/path/to/nvcc "
                      "names another one")
    return found


def libraries_of(nvcc):
    """The toolkit's folders of headers and of libraries, as nvcc itself says them: nvcc may be a link or a script elsewhere."""
    said = subprocess.run(["common/make/detect.sh"], env={**os.environ, "NVCC": str(nvcc)}, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = dict(line.split(" := ", 1) for line in said.split("@@") if " := " in line)
    return found["CUDA_INCLUDE"] or "/usr/include", found["CUDA_LIB"]


def findings_in(report):
    """(fault, file:line) of each finding of a report of --json, once each; the call's name in place of a line of the host."""
    if not report.exists():
        return set()
    log = json.loads(report.read_text() or "{}")
    every = log.get("findings", []) + [finding for launch in log.get("launches", []) for finding in launch.get("findings", [])]
    places = [(finding["fault"], finding["access"]) for finding in every]
    return {(fault, f"{os.path.basename(at['file'])}:{at['line']}" if at["file"] else at["instruction"]) for fault, at in places}


def attempt(program, programs, files, limit):
    """Builds and runs a program. Returns its result, the seconds of CPU time, its findings, and whether its files were hashed."""
    top, hashed = fetch(program, programs, files)
    out = (WORK / "out" / program["name"]).resolve()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    nvcc, folder = nvcc_for(program["toolkit"]), top / folder_of(program)
    include, libraries = libraries_of(nvcc)
    compiler = [str(nvcc), "-arch=sm_90", "-w"]
    variables = {**os.environ, "NVCC_APPEND_FLAGS": "--cudart shared -lineinfo", "NVCC": " ".join(compiler), "INCLUDE": include}
    built, text = run([*compiler, *program["flags"].split(), "-o", out / "program", *program["sources"].split()], 900, cwd=top,
                      env=variables)
    if built == 0 and program["before"]:
        built, text = run(["sh", "-ec", program["before"]], 900, cwd=folder, env=variables)
    (out / "build.txt").write_text(text)
    if built != 0:
        error = re.search(r"error\s*:\s*(.*)", text)
        return "not built: " + (error.group(1) if error else "nvcc failed"), 0, set(), hashed
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    path = ":".join(filter(None, [libraries, os.environ.get("LD_LIBRARY_PATH")]))
    ended, text = run([pathlib.Path("build/simt").resolve(), *program["options"].split(), "--json", out / "report.json",
                       out / "program", *program["arguments"].split()], limit, cwd=folder, env={**os.environ, "LD_LIBRARY_PATH": path})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = round(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    (out / "output.txt").write_text(text)
    if ended is None:
        return "too long", limit, set(), hashed
    found = findings_in(out / "report.json")
    if ended == 0 and re.search(program["says"], text):
        return "right", seconds, found, hashed
    if ended == 2 and re.search("waiv|support", text, re.IGNORECASE):  # EXIT_WAIVED of NVIDIA's samples
        return "waived", seconds, found, hashed
    refused = re.search(r"^simt: (.*not supported[^,;:\n]*)", text, re.MULTILINE)
    return (f"refused: {refused.group(1)}" if refused else "wrong"), seconds, found, hashed


def compare(names, record, limit):
    programs, files = read("list.csv"), read("files.csv")
    unknown = set(names) - {program["name"] for program in programs}
    if unknown:
        print(f"list.csv has no {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    results = {row["name"]: row for row in read(RESULTS)}
    judged = {(row["name"], row["fault"], row["place"]): row["judged"] for row in read(FINDINGS)}
    tried = differing = 0
    for program in programs:
        name = program["name"]
        if names and name not in names:
            continue
        before = results.get(name, {})
        took = int(before.get("cpu_seconds") or 0) if before.get("result") == "right" else 0  # one core needs as many seconds
        try:
            result, seconds, found, hashed = attempt(program, programs, files, max(limit, took))
        except Missing as missing:
            print(f"{name}: {missing}", file=sys.stderr)
            continue
        tried += 1
        known = {(fault, place) for known, fault, place in judged if known == name}
        same = (result, found) == (before.get("result"), known)
        differing += not same
        print(f"{name}: {result}, {seconds} s, {len(found)} findings" + ("" if same else f"; recorded: {before.get('result')}, {len(known)} findings"), flush=True)
        if result.startswith("not built") and not same:
            print((WORK / "out" / name / "build.txt").read_text(), end="")
        for fault, place in sorted(found ^ known):
            print(f"    {'new' if (fault, place) in found else 'gone'}: {fault} {place}")
        if record:
            results[name] = {"name": name, "result": result, "cpu_seconds": seconds, "files": "hashed" if hashed else "retyped"}
            judged = {key: words for key, words in judged.items() if key[0] != name} | {
                (name, *finding): judged.get((name, *finding), "") for finding in found}
            write(RESULTS, RESULT_FIELDS, [results[row["name"]] for row in programs if row["name"] in results])
            write(FINDINGS, FINDING_FIELDS, [dict(zip(FINDING_FIELDS, (*key, words))) for row in programs
                                             for key, words in sorted(judged.items()) if key[0] == row["name"]])
    print(f"{tried} programs tried, {differing} differ from {RESULTS} and {FINDINGS}")
    return 2 if tried == 0 else int(differing > 0 and not record)


def link(program, path, line=""):
    return f"https://github.com/{program['repository']}/blob/{commit_of(program, path)}/{path}" + (f"#L{line}" if line else "")


def origin(program):
    """Repository and commit of a program, and what else it is built from."""
    others = [(path, commit) for path, commit in also_of(program).items() if commit != program["commit"]]
    words = [f"{os.path.basename(path)} {commit[:8]}" for path, commit in others]
    if len(words) > 1:
        words = [f"{len(words)} files of other commits"]
    if program["toolkit"]:
        words.append(f"CUDA {program['toolkit']}")
    return ", ".join([f"{program['repository']} {program['commit'][:8]}", *words])


def table():
    results = {row["name"]: row for row in read(RESULTS)}
    found = [row["name"] for row in read(FINDINGS)]
    shown = [program for program in read("list.csv") if program["name"] in results]
    right = sum(results[program["name"]]["result"] == "right" for program in shown)
    print(f"{len(shown)} programs: {right} right, {len(set(found))} of all with findings.\n")
    samples = [program for program in read("list.csv") if program["repository"] == "NVIDIA/cuda-samples"]
    passed = [program for program in samples if results.get(program["name"], {}).get("result") == "right"]
    smaller = sum(program["arguments"] != "" for program in passed)
    if samples:
        print(f"Of NVIDIA's {len(samples)} samples {len(passed)} are right, {smaller} of them at smaller sizes than their own.\n")
    print("| program | of | arguments | result | CPU seconds | findings | files |\n|---|---|---|---|---|---|---|")
    for program in shown:
        row, name = results[program["name"]], program["name"]
        options = f"`simt {program['options']}` " if program["options"] else ""
        arguments = options + (f"`{program['arguments']}`" if program["arguments"] else "")
        print(f"| [{name}]({link(program, program['sources'].split()[0])}) | {origin(program)} | {arguments} | {row['result']} | "
              f"{row['cpu_seconds']} | {found.count(name) or ''} | {row['files']} |")


def findings():
    programs = {program["name"]: program for program in read("list.csv")}
    paths = {}
    for row in read("files.csv"):
        paths.setdefault((row["repository"], os.path.basename(row["path"])), []).append((row["commit"], row["path"]))
    print("| program | the report says | at | what we think |\n|---|---|---|---|")
    groups = {}  # what is thought the same of is one row
    for row in read(FINDINGS):
        program = programs[row["name"]]
        file, _, line = row["place"].partition(":")
        beside = os.path.dirname(program["sources"].split()[0])
        known = sorted((path for commit, path in paths.get((program["repository"], file), []) if commit == commit_of(program, path)),
                       key=lambda path: not path.startswith(beside))
        faults, places = groups.setdefault((row["name"], row["judged"] or "not judged yet"), ({}, {}))
        faults[row["fault"].replace("_", " ")] = None
        places[f"[{row['place']}]({link(program, known[0], line)})" if known else row["place"]] = None
    for (name, judged), (faults, places) in groups.items():
        print(f"| {name} | {', '.join(faults)} | {', '.join(places)} | {judged} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--findings", action="store_true")
    wanted = parser.parse_args()
    if wanted.table or wanted.findings:
        (table if wanted.table else findings)()
        return 0
    return compare(wanted.names, wanted.record, wanted.limit)


if __name__ == "__main__":
    sys.exit(main())
