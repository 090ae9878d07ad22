// See sandbox.hpp.
#include "common/grade/sandbox.hpp"

#include <filesystem>
#include <stdexcept>

#include "common/grade/gpu.hpp"
#include "common/grade/text.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMemoryFiles = "268435456";  // bytes in /tmp
constexpr double kProbeLimit = 20;                 // seconds

void add(std::vector<std::string>& words, std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
}

bool is_below(const fs::path& path, const fs::path& folder) {
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

// The folder of a program's installation: /opt/cuda for /opt/cuda/bin/nvcc. Empty if it is in /usr or not found.
std::string installation_of(const std::string& program) {
    std::error_code error;
    const fs::path path = fs::canonical(program, error);
    if (error || is_below(path, "/usr") || is_below(path, "/bin")) return "";
    return path.parent_path().parent_path();
}

// /bin, /lib and the like are links into /usr on most systems.
void add_system_folder(std::vector<std::string>& words, const std::string& folder) {
    if (fs::is_symlink(folder))
        add(words, {"--symlink", fs::read_symlink(folder), folder});
    else if (fs::exists(folder))
        add(words, {"--ro-bind", folder, folder});
}

std::vector<std::string> system_folders(Programs programs, const Settings& settings) {
    std::vector<std::string> folders;
    if (programs == Programs::kNone) {
        for (const char* const folder : {"/usr/lib", "/usr/lib64", "/usr/local/lib"})
            if (fs::exists(folder)) folders.push_back(folder);
        if (!is_below(settings.library, "/usr/lib")) folders.push_back(settings.library);
        if (settings.device == "gpu")
            if (const std::string driver = gpu_driver_folder(); !driver.empty()) folders.push_back(driver);
    } else {
        folders = {"/usr"};
        if (fs::exists("/etc/alternatives")) folders.push_back("/etc/alternatives");
        for (const std::string& program : {settings.compiler[0], settings.linker[0]})
            if (const std::string folder = installation_of(program); !folder.empty())
                folders.push_back(folder);
    }
    return folders;
}

}  // namespace

Command in_sandbox(const Command& command, const std::vector<Place>& places, Programs programs,
                   const Settings& settings, const std::vector<std::string>& hidden) {
    Command wrapped;
    wrapped.environment = {"PATH=/usr/local/bin:/usr/bin:/bin"};
    wrapped.files = command.files;
    wrapped.uses_gpu = command.uses_gpu;
    std::vector<std::string>& words = wrapped.words;
    words = {"bwrap",
             "--unshare-all",
             "--unshare-user",
             "--disable-userns",
             "--uid",
             "1000",
             "--gid",
             "1000",
             "--hostname",
             "answer",
             "--cap-drop",
             "ALL",
             "--die-with-parent",
             "--new-session",
             "--clearenv"};
    for (const std::string& setting : command.environment) {
        const std::size_t equals = setting.find('=');
        add(words, {"--setenv", setting.substr(0, equals), setting.substr(equals + 1)});
    }
    const std::vector<std::string> folders = system_folders(programs, settings);
    for (const std::string& folder : folders) add(words, {"--ro-bind", folder, folder});
    add_system_folder(words, "/lib");
    add_system_folder(words, "/lib64");
    if (programs == Programs::kCompiler) add_system_folder(words, "/bin");
    add(words, {"--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"});
    for (const std::string& secret : hidden)
        for (const std::string& folder : folders)
            if (is_below(fs::weakly_canonical(secret), fs::weakly_canonical(folder)))
                add(words, {"--tmpfs", secret});
    // Mapped shared, /dev/zero is memory that is not counted (hidden_memory.hpp).
    add(words, {"--proc", "/proc", "--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero"});
    if (settings.device == "gpu")
        for (const std::string& device : gpu_device_files()) add(words, {"--dev-bind", device, device});
    add(words, {"--size", kMemoryFiles, "--tmpfs", "/tmp"});
    for (const Place& place : places)
        add(words, {place.writable ? "--bind" : "--ro-bind", place.here, place.there});
    // What bubblewrap itself has made is in memory, without a bound.
    add(words, {"--remount-ro", "/dev", "--remount-ro", "/"});
    if (!command.folder.empty()) add(words, {"--chdir", command.folder});
    words.push_back("--");
    words.insert(words.end(), command.words.begin(), command.words.end());
    return wrapped;
}

std::string why_no_sandbox(const Settings& settings) {
    std::string reason;
    try {
        const Command nothing =
            in_sandbox({{"/bin/true"}, {}, "/tmp"}, {}, Programs::kCompiler, settings, {});
        Limits limits;
        limits.seconds = kProbeLimit;
        const Ended ended = run_supervised({nothing}, limits);
        if (ended.ending.exit_code == 0 && ended.ending.signal == 0) return "";
        reason = printable(ended.output.substr(0, ended.output.find('\n')));
    } catch (const std::runtime_error& error) {
        reason = error.what();
    }
    return "Nothing was graded: no sandbox can be made here (" + reason +
           "). Answers would run with your rights; ISOLATION=none grades them so.";
}

testing::Ending ending_in_sandbox(testing::Ending ending) {
    constexpr int kKilledBy = 128;
    if (ending.exit_code > kKilledBy && ending.exit_code < kKilledBy + 65) {
        ending.signal = ending.exit_code - kKilledBy;
        ending.exit_code = 0;
    }
    return ending;
}

}  // namespace grade
