// fork, exec, wait. The library writes to a pipe when a check finds something, so simt learns of it however the program
// ends.
#include "emulator/loader/launcher/run_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

extern char** environ;

namespace simt::launcher {
namespace {

constexpr int kCannotExecute = 126;

volatile sig_atomic_t child_pid = 0;

// What a terminal sends has reached the program too.
void pass_on(int signal, siginfo_t* info, void*) {
    if (child_pid > 0 && info->si_code != SI_KERNEL) kill(child_pid, signal);
}

// `value`, then `separator` and the variable's present value if it has one.
std::string in_front(const char* variable, const std::string& value, char separator) {
    const char* old = std::getenv(variable);
    return old && *old ? value + separator + old : value;
}

// A name of the library for LD_PRELOAD. Blanks and colons separate names there and cannot be quoted. A path with any of
// them is replaced by that of a file descriptor, which the program inherits.
std::string preloadable(const std::string& library) {
    if (library.find_first_of(" :") == std::string::npos) return library;
    const int file = open(library.c_str(), O_RDONLY);
    if (file < 0) refuse("{} cannot be read: {}", library, std::strerror(errno));
    return "/proc/self/fd/" + std::to_string(file);
}

[[noreturn]] void execute(const Program& program, const std::vector<std::string>& arguments,
                          const std::map<std::string, std::string>& variables) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    setenv("SIMT_PROCESS", std::to_string(getpid()).c_str(), 1);
    std::vector<char*> argv{const_cast<char*>(program.path.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execve(program.path.c_str(), argv.data(), environ);
    const std::string sentence =
        fmt::format("simt: {} cannot be run: {}\n", program.path, std::strerror(errno));
    [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence.data(), sentence.size());
    _exit(kCannotExecute);
}

void wait_for(pid_t child, Outcome& outcome) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) refuse("waiting for the program failed: {}", std::strerror(errno));
    if (WIFSIGNALED(status))
        outcome.signal = WTERMSIG(status);
    else
        outcome.exit_code = WEXITSTATUS(status);
}

// The emulator's library of this name, next to this executable: lib/libcudart.so.13.
std::string library_named(const std::string& name) {
    const std::string library = own_folder() + "/lib/" + name;
    if (access(library.c_str(), R_OK) != 0)
        refuse("{} is missing: build it with make build/lib/{}, and keep simt beside its lib folder", library,
               name);
    return library;
}

}  // namespace

Outcome run_program(const Program& program, const std::vector<std::string>& arguments,
                    std::map<std::string, std::string> variables) {
    std::string libraries;
    for (const std::string& name : program.libraries) {
        const std::string library = library_named(name);
        variables["LD_LIBRARY_PATH"] =
            in_front("LD_LIBRARY_PATH", library.substr(0, library.rfind('/')), ':');
        libraries +=
            (libraries.empty() ? "" : " ") + (program.needs_preload ? preloadable(library) : library);
    }
    if (program.needs_preload) variables["LD_PRELOAD"] = in_front("LD_PRELOAD", libraries, ' ');

    int findings[2];
    if (pipe(findings) != 0) refuse("no pipe could be made: {}", std::strerror(errno));
    fcntl(findings[0], F_SETFD, FD_CLOEXEC);
    variables["SIMT_FINDINGS_FD"] = std::to_string(findings[1]);

    const pid_t child = fork();
    if (child < 0) refuse("no process could be started: {}", std::strerror(errno));
    if (child == 0) execute(program, arguments, variables);
    child_pid = child;
    close(findings[1]);
    // The program decides what to do about them.
    struct sigaction action {};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU})
        sigaction(number, &action, nullptr);

    Outcome outcome;
    wait_for(child, outcome);
    fcntl(findings[0], F_SETFL, O_NONBLOCK);  // a process that the program left behind may hold the other end
    bool begun = false, reported = false;
    for (char mark = 0; read(findings[0], &mark, 1) == 1;) {
        begun |= mark == '?';
        reported |= mark == '.';
        outcome.findings |= mark == '!';
    }
    outcome.report_lost = begun && !reported;
    close(findings[0]);
    return outcome;
}

void end_like(const Outcome& outcome) {
    if (outcome.signal == 0) return;
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);  // the program has written its own
    std::signal(outcome.signal, SIG_DFL);
    std::raise(outcome.signal);
}

}  // namespace simt::launcher
