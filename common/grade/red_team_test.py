#!/usr/bin/env python3
"""Grades hostile and odd answers as one class, and compares each row with what it should be.

common/grade/red_team/ has a file for each student. Its first line says the exercise, whether the grader may call it solved, words
that the row's finding must hold (any of those in quotes), and the trick:

    // 02.1, not solved, "no kernel": the trick

Files that git cannot hold well are made here. A submission is one file, so the .cuh files there are put in place of their
#include; @ROOT@, @SUBMISSIONS@ and @GRADES@ become the folders of the repository, of the class and of its grades, @LISTENER@ the name of
a socket. Arguments are words: only students whose name holds one of them are graded.
"""
import csv
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ROOT / "common/grade/red_team"
SOLUTION = ROOT / "solutions/02-transpose/1-uncoalesced-side/transpose.cu"
MARK = "left-by-the-red-team"  # of files; processes are called SURVIVOR
SURVIVOR = "red-team-here"
JOBS = 4
LIMIT = 20  # seconds of one answer
LISTENER = f"red-team-listener-{os.getpid()}"
GRADER = ROOT / "build/grade/grade"

os.environ["DEVICE"] = "emulator"
failures = []


def fail(sentence):
    print("FAILED:", sentence)
    failures.append(sentence)


def is_wanted(student):
    words = [word for word in sys.argv[1:] if word != "--keep"]
    return not words or any(word in student for word in words)


class Class:
    """The folder of submissions, and what their rows should be."""

    def __init__(self, folder, grades):
        self.folder, self.grades, self.expected = folder, grades, []

    def expect(self, student, exercise, solved, reasons):
        """student: words of the row's student; unique among all. reasons: any of them is in the finding."""
        self.expected.append((student, exercise, solved, reasons))

    def hand_in(self, student, text, solved, reasons=(), exercise="02.1", words=None):
        """words: the end of the row's student, if the name is not plain."""
        if not is_wanted(words or student):
            return
        folder = os.fsencode(self.folder) + b"/" + os.fsencode(student)
        os.makedirs(folder)
        with open(folder + b"/" + exercise.encode() + b".cu", "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        self.expect(words or student, exercise, solved, reasons)

    def submitted(self, text):
        """The text of a file of red_team/ as a student would hand it in."""
        lines = []
        for line in text.split("\n"):
            included = re.fullmatch(r'#include "(\w+\.cuh)"', line)
            lines.append((FILES / included[1]).read_text() if included else line)
        text = "\n".join(lines).replace("@ROOT@", str(ROOT)).replace("@SUBMISSIONS@", str(self.folder))
        return text.replace("@GRADES@", str(self.grades)).replace("@LISTENER@", LISTENER)


def processes_are_limited():
    """The kernel does not limit root's processes; in a control group it does."""
    said = subprocess.run([GRADER, "--limits"], capture_output=True, text=True, check=True).stdout
    return os.geteuid() != 0 or "limited by control groups" in said


def hand_in_files(all_students):
    limited = processes_are_limited()
    for path in sorted(FILES.glob("*.cu")):
        if not is_wanted(path.stem):
            continue
        if not limited and path.stem in ("flooding_processes", "flooding_memory_of_children"):
            print(f"left out: {path.stem}, for root's processes are not limited here, and other programs could start none meanwhile")
            continue
        first = path.read_text().split("\n", 1)[0]
        header = re.match(r"// (\d\d\.\d+), (solved|not solved)(?:, ([^:]*))?: ", first)
        if not header:
            sys.exit(f"{path}: its first line does not say what to expect.")
        reasons = re.findall(r'"([^"]*)"', header[3] or "")
        text = all_students.submitted(path.read_text())
        all_students.hand_in(path.stem, text, "yes" if header[2] == "solved" else "no", reasons, header[1])


def hand_in_texts(all_students):
    """Honest answers, in the bytes that editors write."""
    right = SOLUTION.read_text()
    body = "#include" + right.split("#include", 1)[1]
    all_students.hand_in("honest_solution", right, "yes")
    all_students.hand_in("honest_crlf", right.replace("\n", "\r\n"), "yes")
    all_students.hand_in("honest_byte_order_mark", b"\xef\xbb\xbf" + right.encode(), "yes")
    all_students.hand_in("honest_tabs", re.sub(r"(?m)^( {4})+", lambda blanks: "\t" * (len(blanks[0]) // 4), right), "yes")
    all_students.hand_in("honest_no_last_newline", right.rstrip("\n"), "yes")
    all_students.hand_in("honest_latin_1", b"// \xe9\xe8 \xfc\n" + body.encode(), "yes")
    all_students.hand_in("honest_long_line", "// " + "x" * 200_000 + "\n" + body, "yes")
    all_students.hand_in("honest_utf_16", right.encode("utf-16"), "not judged", ["not a text"])
    odd = "\x01\x02\x1b[31m\x7f".encode() + b"\xff\xfe\xc0\x80"
    for student in all_students.folder.glob("compiling_odd_text"):
        file = student / "02.1.cu"
        file.write_bytes(file.read_bytes().replace(b"@BYTES@", odd))


def hand_in_names(all_students):
    """Honest answers in folders with odd names. The last word of each name finds its row."""
    names = [b"O'Brien, \"Anna\" (123) name_quotes", b"$(touch " + MARK.encode() + b") name_shell",
             b"`touch " + MARK.encode() + b"` name_ticks", b"two\nlines,02.1,yes name_newline", b"\xff\xfe\xe9 name_bytes",
             b"-rf --one name_option", b"=HYPERLINK(1) name_formula", b"<script>alert(1)<!script>&amp; name_html",
             b".hidden name_hidden", "\u202eesrever 学生 name_unicode".encode(), b"%s%n %2e%2e name_percent", b" blank  name_blank",
             b"\x1b[2J name_control", b"x" * 230 + b" name_long"]
    for name in names:
        all_students.hand_in(name, SOLUTION.read_bytes(), "yes", words=name.split()[-1].decode())


def hand_in_no_files(all_students):
    """What is no file, or no answer."""
    folder = all_students.folder
    made = {
        "no_file_link": lambda path: path.symlink_to(SOLUTION),
        "no_file_link_to_other": lambda path: path.symlink_to("../honest_solution/02.1.cu"),
        "no_file_endless_link": lambda path: path.symlink_to("02.1.cu"),
        "no_file_device": lambda path: path.symlink_to("/dev/zero"),
        "no_file_fifo": os.mkfifo,
        "no_file_folder": os.mkdir,
        "no_file_socket": lambda path: socket.socket(socket.AF_UNIX).bind(str(path)),
        "no_text_empty": lambda path: path.touch(),
        "no_text_zeros": lambda path: path.write_bytes(b"\0" * 1000),
        "no_text_huge": lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 1 << 40),
    }
    for student, make in made.items():
        if not is_wanted(student):
            continue
        (folder / student).mkdir()
        make(folder / student / "02.1.cu")
        all_students.expect(student, "02.1", "not judged", [])
    for file in ["02.99.cu", "2.1.cu", "02.1.o", "02.1.a", "02.1.so", "02.1.cu~", "..cu", "check.cpp"]:
        student = "no_answer_" + re.sub(r"\W", "_", file)
        if not is_wanted(student):
            continue
        (folder / student).mkdir()
        shutil.copy(SOLUTION, folder / student / file)
        all_students.expect(student, file, "not judged", [])
    (folder / "no_folder_link").symlink_to("honest_solution")


def listener():
    """A server that the answers must not reach."""
    server = socket.socket(socket.AF_UNIX)
    server.bind("\0" + LISTENER)
    server.listen(8)
    return server


def survivors():
    names = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (process / "comm").read_text().strip() == SURVIVOR:
                names.append(process.name)
        except OSError:
            pass
    return names


def check_rows(all_students):
    with open(all_students.grades / "grades.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for student, exercise, solved, reasons in all_students.expected:
        own = [row for row in rows if row["student"] == student or (student.startswith("name_") and row["student"].endswith(student))]
        if len(own) != 1:
            fail(f"{student} has {len(own)} rows")
            continue
        row = own[0]
        if row["solved"] != solved:
            fail(f"{student}: solved is {row['solved']}, not {solved}: {row['finding'][:300]}")
        # Which limit a flood meets first, and which message comes first, depends on how busy the machine is.
        elif student.startswith(("flooding", "talking")) and re.search("no kernel was launched|program is gone", row["finding"]):
            continue
        elif reasons and not any(reason in row["finding"] for reason in reasons):
            fail(f"{student}: none of {reasons} in: {row['finding'][:300]}")
    return rows


def check_reports(all_students, rows):
    """Texts of answers stay texts in every format, and quote no file but the answer."""
    grades = all_students.grades
    json.loads((grades / "grades.json").read_text(encoding="utf-8"))
    xml.etree.ElementTree.parse(grades / "grades.xml")
    for report in grades.glob("students/*/*"):
        text = report.read_text(encoding="utf-8")
        if report.suffix == ".json":
            json.loads(text)
        if report.suffix == ".html" and re.search(r"<script|<img|\x1b", text):
            fail(f"{report.name} of {report.parent.name} has the answer's own HTML")
    secret = next(line.strip() for line in SOLUTION.read_text().split("\n") if "tile[threadIdx.x][threadIdx.y]" in line)
    for row in rows:
        if not row["student"].startswith("honest") and secret in row["finding"]:
            fail(f"{row['student']} is shown a line of the solution")


def check_traces(before):
    for folder in ("/tmp", "/var/tmp", "/dev/shm", str(pathlib.Path.home()), "/etc", "/usr/local/bin", str(ROOT), str(ROOT / "build")):
        if os.path.exists(f"{folder}/{MARK}"):
            fail(f"an answer wrote {folder}/{MARK}")
    if subprocess.run(["find", str(before.folder.parent), "-name", MARK + "*"], capture_output=True, check=True).stdout:
        fail("an answer wrote into the class or its grades")
    if names := survivors():
        fail(f"processes of an answer are left: {names}")


def main():
    if sys.version_info < (3, 9):
        sys.exit("Python 3.9 is needed.")
    # Asked of bubblewrap itself: a mistake of the grader's must not skip the test.
    if shutil.which("bwrap") is None or subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], check=False).returncode:
        print("bubblewrap is not there or can make no namespaces")
        return 77
    os.makedirs(ROOT / "build/test-results", exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="red-team.", dir=ROOT / "build/test-results"))
    try:
        all_students = Class(work / "class", work / "grades")
        for hand_in in (hand_in_files, hand_in_texts, hand_in_names, hand_in_no_files):
            hand_in(all_students)
        server = listener()
        begin = time.monotonic()
        graded = subprocess.run(
            [GRADER, "--submissions", all_students.folder, "--grades", all_students.grades, "--jobs", str(JOBS),
             "--limit", str(LIMIT)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        said = graded.stdout.decode(errors="replace")
        if graded.returncode != 0:
            fail(f"the grader ended with exit code {graded.returncode}: {said[-2000:]}")
            return 1
        server.close()
        print(f"{len(all_students.expected)} answers in {time.monotonic() - begin:.0f} s")
        check_reports(all_students, check_rows(all_students))
        check_traces(all_students)
    finally:
        if "--keep" not in sys.argv:
            shutil.rmtree(work, ignore_errors=True)
    return 1 if failures else 0


sys.exit(main())
