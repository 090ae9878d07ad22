// See try_file.hpp.
#include "common/course/try_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "common/course/build.hpp"
#include "common/course/check.hpp"
#include "common/course/compiler_output.hpp"
#include "common/course/judge.hpp"
#include "common/testing/process.hpp"

namespace course {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

constexpr double kCompileLimit = 300;  // seconds

// What make has found (common/make/try.mk).
struct Tools {
    std::string device;  // "emulator" or "gpu"
    Words nvcc;          // the compiler and its options
};

Tools read_tools() {
    std::ifstream file("build/config/try");
    Tools tools;
    std::string name, word;
    file >> name >> tools.device;
    while (file >> word) tools.nvcc.push_back(word);
    if (tools.nvcc.empty())
        throw std::runtime_error("build/config/try is not there: use make try, which writes it.");
    return tools;
}

// The path as one would type it in the current folder.
std::string typed(const fs::path& path) {
    const fs::path relative = path.lexically_proximate(fs::current_path());
    return *relative.begin() == ".." ? path : relative;
}

// The words as a line that a shell reads as these words.
std::string shell_line(const Words& words) {
    const char* const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=/.,:%@";
    std::string line;
    for (const std::string& word : words) {
        line += line.empty() ? "" : " ";
        if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
            line += word;
            continue;
        }
        line += "'";
        for (const char letter : word) line += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        line += "'";
    }
    return line;
}

void show(const Words& command) { std::fprintf(stderr, "%s\n", shell_line(command).c_str()); }

bool includes_headers_of_the_course(const std::string& source) {
    const std::string text = testing::read_text(source);
    return text.find("#include \"common/") != std::string::npos ||
           text.find("#include \"chapters/") != std::string::npos;
}

// Runs nvcc. Its warnings, or what the learner needs of its errors, go to standard error.
bool compile(const Words& nvcc, const std::string& source, const std::string& program) {
    const Lock lock(program + ".lock");  // two files in two folders may have the same name
    const std::string log = program + ".log";
    show(nvcc);
    const testing::Ending ending = testing::run_process(nvcc, log, kCompileLimit);
    const std::string said = testing::read_text(log);
    const bool built = ending.exit_code == 0 && ending.signal == 0;
    std::fputs((built ? said : shortened_program_errors(said, source)).c_str(), stderr);
    return built;
}

}  // namespace

int try_file(const Arguments& arguments, const std::string& typed_in) {
    if (!arguments.built && !build(Exercise(), {"try-tools"})) return kNotRun;
    const Tools tools = read_tools();
    const fs::path root = fs::current_path();
    fs::current_path(typed_in);
    const std::string source = arguments.program[0];
    if (!fs::is_regular_file(source)) {
        const std::string seen_from = fs::path(source).is_absolute() ? "" : ", seen from " + typed_in;
        std::fprintf(stderr, "%s %s.\n", source.c_str(),
                     fs::exists(source) ? "is no file" : ("is not there" + seen_from).c_str());
        return kWrongUse;
    }
    const std::string program = typed(root / "build/try" / fs::path(source).stem());
    Words nvcc = tools.nvcc;
    if (includes_headers_of_the_course(source)) nvcc.push_back("-I" + typed(root));
    nvcc.insert(nvcc.end(), {"-o", program, source});
    if (!compile(nvcc, source, program)) return kNotRun;

    Words run;
    if (tools.device == "emulator") run.push_back(typed(root / "build/simt"));
    run.push_back(program.find('/') == std::string::npos ? "./" + program : program);
    run.insert(run.end(), arguments.program.begin() + 1, arguments.program.end());
    show(run);
    std::vector<char*> words;
    for (std::string& word : run) words.push_back(word.data());
    words.push_back(nullptr);
    execv(words[0], words.data());
    throw std::runtime_error(run[0] + ": " + std::strerror(errno));
}

}  // namespace course
