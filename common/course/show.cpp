// See show.hpp.
#include "common/course/show.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "common/course/access_map.hpp"
#include "common/course/build.hpp"
#include "common/course/judge.hpp"
#include "common/course/outcome.hpp"
#include "common/course/progress.hpp"
#include "common/course/shown_lines.hpp"
#include "common/terminal/terminal.hpp"
#include "common/testing/process.hpp"
#include "emulator/report/names.hpp"
#include "emulator/trace/reader.hpp"
#include "emulator/view/page.hpp"

namespace course {
namespace {

namespace fs = std::filesystem;
namespace report = simt::report;
using namespace simt::trace;

constexpr double kShowLimit = 30;  // seconds
constexpr int kWidth = 100;
constexpr const char* kTraceLimit = "300000";  // accesses, in all launches of the tests
constexpr const char* kNothing =
    "No kernel of this file accesses memory when its tests run: there is nothing to show.";

constexpr const char* kLegend =
    "Each of the 32 lanes is a character, 0-9 and a-v, at the element that it accesses; * is several.\n"
    "Global memory: a row is a line of 128 bytes, divided into sectors; a dot moves and is not used.\n"
    "Shared memory: a row is what the 32 banks deliver at once, a wavefront.\n"
    "! costs more than the same bytes need, or ends the launch.\n";

std::string line_heading(const std::string& source, simt::u32 line) {
    const std::string label = "line " + std::to_string(line) + "  ";
    return label +
           report::shortened(report::source_line(source, line), kWidth - static_cast<int>(label.size())) +
           "\n";
}

std::string launch_heading(const Launch& launch) {
    const Access& first = launch.accesses[0];
    const simt::Dim3 block = launch.grid.index_of(first.block);
    std::string kernel = report::kernel_name(launch.kernel);
    const std::string nameless = "(anonymous namespace)::";
    for (std::size_t at; (at = kernel.find(nameless)) != kernel.npos;) kernel.erase(at, nameless.size());
    return kernel + ": warp " + std::to_string(first.warp) + " of block (" + std::to_string(block.x) + "," +
           std::to_string(block.y) + "," + std::to_string(block.z) + "); grid " +
           report::size_text(launch.grid) + ", block " + report::size_text(launch.block) + "\n";
}

std::string access_text(const ShownAccess& access) {
    std::string text = (access.wasteful ? "! " : "  ") + report::wrapped(sentence(access), kWidth, 4);
    for (const std::string& row : map_of(access.costliest, access.instruction)) text += "    " + row + "\n";
    return text;
}

// Runs an answer's program on the emulator and records these warps (simt --trace-of). Returns the file with the trace. Throws
// std::runtime_error if it launches no kernel.
std::string record(const Exercise& exercise, const std::string& folder, const std::string& warps) {
    const std::string file = folder + "/trace", log = folder + "/show.log";
    fs::remove(file);
    testing::run_process(
        {"env", "EXERCISE_DEVICE=emulator", "build/simt", "--quiet", "--trace", file, "--trace-of", warps,
         "--trace-limit", kTraceLimit, folder + "/check", "--out=" + folder + "/report"},
        log, kShowLimit);
    std::ifstream in(file);
    if (!in || in.peek() == std::ifstream::traits_type::eof())
        throw std::runtime_error(testing::read_text(log) +
                                 "The tests reached no kernel: make check EX=" + exercise.id + " says why.");
    return file;
}

// The launches that the terminal shows, with all warps of their first block; no text if there are none.
simt::view::Shown shown(const Exercise& exercise, const Answer& answer, const std::string& title) {
    const std::string file = record(exercise, answer.folder, "0,0,0");
    std::ifstream in(file);
    const Trace trace = simt::trace::read(in);
    std::vector<simt::u64> numbers;
    for (const Launch* const launch : launches_to_show(trace, answer.source))
        numbers.push_back(launch->number);
    if (numbers.empty()) return {};
    const std::string text = simt::view::with_launches(testing::read_text(file), numbers);
    std::istringstream chosen(text);
    std::vector<std::string> missing;
    return simt::view::shown(title, text, simt::trace::read_heads(chosen), {}, missing);
}

// Writes the page and says where it is.
ExitCode write_page(const Exercise& exercise, const Answer& answer) {
    std::vector<simt::view::Shown> traces{shown(exercise, answer, "Exercise " + exercise.id + ", your file")};
    if (traces[0].text.empty()) {
        std::puts(kNothing);
        return kSolved;
    }
    const bool has_solution = !exercise.solution.empty(),
               solved = has_solution && Progress(progress_file()).solved(exercise.id);
    if (solved) {
        const Answer reference = reference_of(exercise);
        const Lock lock(reference.folder + ".lock");
        if (!build_reference(exercise)) return kNotRun;
        traces.push_back(shown(exercise, reference, "the reference solution"));
    }
    const std::string path = "build/show/" + exercise.id + ".html";
    fs::create_directories("build/show");
    std::ofstream out(path);
    out << simt::view::page(traces, "make show EX=" + exercise.id + " HTML=1");
    out.close();
    if (!out) throw std::runtime_error(path + " cannot be written");
    std::printf("Exercise %s: %s\nfile  %s\npage  %s\n", exercise.id.c_str(), exercise.title.c_str(),
                answer.source.c_str(), path.c_str());
    std::puts(solved ? "Open the page in a browser: your file beside the reference solution."
              : has_solution
                  ? "Open the page in a browser. Once the exercise is solved, it shows the reference "
                    "solution beside your file."
                  : "Open the page in a browser.");
    return kSolved;
}

}  // namespace

std::string drawing(const Trace& trace, const std::string& source) {
    std::string text, wasteful, ended;
    for (const Launch* const launch : launches_to_show(trace, source)) {
        text += (text.empty() ? kLegend : "") + ("\n" + launch_heading(*launch));
        for (const ShownLine& line : lines_to_show(*launch, source)) {
            text += "\n" + line_heading(source, line.line);
            bool wastes = false;
            for (const ShownAccess& access : line.accesses) {
                text += access_text(access);
                wastes |= access.wasteful && access.fault.empty();
                if (!access.fault.empty())
                    ended = "The launch ended at line " + std::to_string(line.line) + ".\n";
            }
            if (wastes) wasteful += (wasteful.empty() ? "" : ", ") + std::to_string(line.line);
        }
    }
    if (text.empty()) return std::string(kNothing) + "\n";
    if (!ended.empty()) return text + "\n" + ended;
    return text + "\n" +
           (wasteful.empty() ? "No line costs more than this warp needs.\n"
                             : "Lines that cost more than this warp needs: " + wasteful + "\n");
}

ExitCode show(const Exercise& exercise, const Arguments& arguments) {
    const std::optional<Answer> answer = answer_to(exercise, arguments);
    if (!answer) return kWrongUse;
    const bool own_file = arguments.answer.empty();
    const auto& [source, folder] = *answer;
    const Lock lock(folder + ".lock");
    const std::string program = own_file ? folder + "/check" : place_answer(source, folder);
    if (!arguments.built || !own_file)
        if (!build(exercise, {program, "show-programs"})) return kNotRun;
    if (!fs::exists(program)) {
        std::fputs(text_of(exercise, source, judge(*answer, ""), Failures::kFirst).c_str(), stdout);
        return kNotSolved;
    }
    if (arguments.html) return write_page(exercise, *answer);
    std::ifstream in(record(exercise, folder, "0,0,0:0"));
    std::string text = drawing(simt::trace::read(in), source);
    if (const std::string legend = kLegend; text.starts_with(legend))
        text.replace(0, legend.size(), terminal::folded_for(STDOUT_FILENO, legend));
    std::printf("Exercise %s: %s\nfile  %s\n\n%s", exercise.id.c_str(), exercise.title.c_str(),
                source.c_str(), text.c_str());
    return kSolved;
}

}  // namespace course
