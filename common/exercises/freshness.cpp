// See freshness.hpp.
#include "common/exercises/freshness.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>

namespace exercises {
namespace {

namespace fs = std::filesystem;

// When files were written, each asked for once: hundreds of objects share their headers.
class Times {
  public:
    std::optional<fs::file_time_type> of(const std::string& path) {
        const auto [known, is_new] = times_.try_emplace(path);
        if (is_new) {
            std::error_code missing;
            const fs::file_time_type time = fs::last_write_time(path, missing);
            if (!missing) known->second = time;
        }
        return known->second;
    }

  private:
    std::map<std::string, std::optional<fs::file_time_type>> times_;
};

// The sources in a compiler's list, "x.o: y.cpp z.hpp \"; behind them stand lines "z.hpp:" without any.
std::vector<std::string> sources_listed_in(const std::string& list) {
    std::ifstream file(list);
    std::vector<std::string> sources;
    for (std::string word; file >> word;)
        if (word != "\\" && word != ":" && !word.ends_with(':')) sources.push_back(word);
    if (!sources.empty() && sources.front().ends_with(".o")) sources.erase(sources.begin());  // "x.o :"
    return sources;
}

}  // namespace

std::vector<std::string> objects_in(const std::string& name, const std::string& folder) {
    const std::string path = folder + "/" + name;
    std::ifstream file(path);
    std::string word;
    if (!(file >> word)) throw std::runtime_error(path + " is not there: use make check, which writes it.");
    std::vector<std::string> objects;
    while (file >> word) objects.push_back(word);
    return objects;
}

std::string why_stale(const std::vector<std::string>& objects) {
    Times times;
    for (const std::string& object : objects) {
        const auto built = times.of(object);
        if (!built) return object + " is not built.";
        for (const std::string& source : sources_listed_in(fs::path(object).replace_extension(".d"))) {
            const auto written = times.of(source);
            if (!written) return source + " is gone, of which " + object + " was built.";
            if (*written > *built) return source + " has changed since " + object + " was built of it.";
        }
    }
    return "";
}

}  // namespace exercises
