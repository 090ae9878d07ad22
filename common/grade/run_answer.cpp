// See run_answer.hpp.
#include "common/grade/run_answer.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/course/judge.hpp"
#include "common/grade/files.hpp"
#include "common/grade/gpu.hpp"
#include "common/grade/machine.hpp"
#include "common/grade/text.hpp"
#include "common/grading/device.hpp"
#include "common/judging/messages.hpp"
#include "emulator/remote/protocol.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestRecord = 4 << 20;  // bytes

constexpr const char* kEmulatorProgram = "build/grade/emulator";
constexpr const char* kThinRuntime = "build/grade/lib/libcudart.so.13";

bool on_emulator(const Conditions& conditions) { return conditions.settings.device == "emulator"; }

const std::vector<std::string> kPlainEnvironment = {"OMP_WAIT_POLICY=passive", "HOME=/tmp", "LANG=C.UTF-8"};

std::vector<std::string> with_plain_environment(std::vector<std::string> environment,
                                                const Conditions& conditions) {
    environment.insert(environment.end(), kPlainEnvironment.begin(), kPlainEnvironment.end());
    if (!on_emulator(conditions))
        for (const std::string& variable : gpu_environment()) environment.push_back(variable);
    return environment;
}

// The harness as program `path`. It alone may write into OUT.
Confined harness(const std::string& path, const std::string& folder, const Conditions& conditions) {
    const std::string inside = folder_for(conditions, folder), out = inside + "/out";
    return {{{path, "--record=" + out + "/record.txt", "--out=" + out + "/report"},
             with_plain_environment(
                 {"EXERCISE_DEVICE=" + conditions.settings.device, "EXERCISE_COUNTS=" + out + "/counts",
                  "EXERCISE_SEED=" + std::to_string(conditions.seed),
                  "EXERCISE_PARAMETERS=" + inside + "/parameters.txt",
                  "EXERCISE_SILENT_SECONDS=" + std::to_string(conditions.seconds / 2)},
                 conditions),
             inside},
            {{folder, inside}, {folder + "/out", out, true}}};
}

struct Ends {
    int one, other;
};

Ends connected() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::runtime_error("The processes of a grading cannot be connected.");
    return {ends[0], ends[1]};
}

// The judge and the answer, connected; between them, unless there is a GPU, the emulator.
std::vector<Confined> processes_of(const course::Exercise& exercise, const std::string& folder,
                                   const Conditions& conditions) {
    const Ends judge_answer = connected();
    const int window = memfd_create("window", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    // Here, for no process of a grading may make a file so large, and the answer runs before the judge is ready.
    if (window < 0 || ftruncate(window, judging::kWindowBytes) != 0 ||
        fcntl(window, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        throw std::runtime_error("The processes of a grading cannot share memory.");

    const Place judge_program = read_only(conditions, "build/grade/" + exercise.id + "/judge");
    const std::string inside = folder_for(conditions, folder);
    Confined judge = harness(judge_program.there, folder, conditions);
    judge.places.push_back(judge_program);
    judge.command.files = {{judge_answer.one, simt::remote::kPeer}, {window, simt::remote::kWindow}};
    judge.command.trusted = true;
    Confined answer{{{inside + "/answer"}, with_plain_environment({}, conditions), "/tmp"},
                    {{folder + "/answer", inside + "/answer"}}};
    answer.command.files = {{judge_answer.other, simt::remote::kPeer}, {window, simt::remote::kWindow}};
    judge.command.uses_gpu = answer.command.uses_gpu = !on_emulator(conditions);
    if (!on_emulator(conditions)) return {judge, answer};

    const Ends judge_emulator = connected(), answer_emulator = connected();
    const Place emulator_program = read_only(conditions, kEmulatorProgram);
    const Place runtime = read_only(conditions, kThinRuntime);
    judge.places.push_back(runtime);
    judge.command.files.push_back({judge_emulator.one, simt::remote::kEmulator});
    answer.places.push_back(runtime);
    answer.command.files.push_back({answer_emulator.one, simt::remote::kEmulator});

    Confined emulator{
        {{emulator_program.there},
         with_plain_environment({"SIMT_QUIET=1",  // the judge includes the checks' findings in its own text
                                 "SIMT_MAX_INSTRUCTIONS=40000000"},
                                conditions),  // stops an endless kernel, and names its line
         inside},
        {emulator_program}};
    // Findings quote lines of the answer, from the place where it was compiled. The emulator has nothing else of the folder.
    const std::string source = "/" + fs::path(exercise.answer).filename().string();
    emulator.places.push_back({folder + source, inside + source});
    emulator.command.files = {{judge_emulator.other, simt::remote::kJudge},
                              {answer_emulator.other, simt::remote::kAnswer}};
    emulator.command.trusted = true;
    return {judge, emulator, answer};
}

}  // namespace

std::vector<std::string> parts_of_harness(const course::Exercise& exercise) {
    const std::string list = "build/grade/" + exercise.id + "/parts";
    std::ifstream file(list);
    std::vector<std::string> parts;
    for (std::string path; file >> path;) parts.push_back(path);
    if (parts.empty()) throw std::runtime_error(list + " is not there: make has not built the harness.");
    return parts;
}

std::vector<std::string> link_words(const course::Exercise& exercise, const Conditions& conditions,
                                    std::vector<Place>& places) {
    std::vector<std::string> words = conditions.settings.linker;
    words.insert(words.end(), {"-rdynamic", "-o", "answer", "answer.o"});
    for (const std::string& part : parts_of_harness(exercise)) {
        if (!part.ends_with(".o") && !part.ends_with(".a")) continue;
        places.push_back(read_only(conditions, part));
        words.push_back(places.back().there);
    }
    if (on_emulator(conditions)) places.push_back(read_only(conditions, kThinRuntime));
    const std::string runtime =
        on_emulator(conditions) ? root_for(conditions) + "/build/grade/lib" : conditions.settings.library;
    words.insert(words.end(), {"-lfmt", "-L" + conditions.settings.library, "-lcudart", "-fopenmp", "-ldl",
                               "-lpthread", "-Wl,--disable-new-dtags,-rpath," + runtime});
    return words;
}

course::Outcome run_answer(const course::Exercise& exercise, const std::string& folder,
                           const Conditions& conditions) {
    fs::create_directories(folder + "/out");
    write_atomically(folder + "/parameters.txt", conditions.parameters);
    const std::vector<Confined> processes = processes_of(exercise, folder, conditions);
    Limits limits;
    limits.seconds = conditions.seconds;
    const Ended ended = run_confined(processes, limits, conditions, folder);
    if (ended.ending.exit_code == grading::kWrongDevice && !fs::exists(folder + "/out/record.txt"))
        throw std::runtime_error(printable(ended.output));
    std::string record;
    const std::string refused = read_bounded(AT_FDCWD, folder + "/out/record.txt", kLargestRecord, record);
    course::Outcome outcome = course::read_outcome(record, ended.ending);
    if (!ended.exceeded.empty()) outcome.verdict.errors = {"It " + ended.exceeded + " and was stopped."};
    if (!refused.empty() && fs::exists(fs::symlink_status(folder + "/out/record.txt")))
        outcome.verdict.errors = {"Its record cannot be read. " + refused};
    if (!outcome.verdict.errors.empty()) outcome.verdict.failed = std::max(outcome.verdict.failed, 1);
    if (outcome.verdict.failed > 0 && ended.exceeded.empty()) {
        check_disk(folder);
        if (const std::string why = lacking(ended.output); !why.empty())
            throw std::runtime_error("The machine could not run it: " + why);
    }
    outcome.printed = ended.output;
    outcome.log = "the output below";
    std::string counts;
    read_bounded(AT_FDCWD, folder + "/out/counts", kLargestRecord, counts);
    std::istringstream lines(counts);
    outcome.counts = course::read_counts(lines);
    return outcome;
}

}  // namespace grade
