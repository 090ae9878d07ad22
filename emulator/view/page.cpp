// See page.hpp. The viewer's scripts read the data out of <script> elements, which browsers do not run.
#include "emulator/view/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string_view>

#include "emulator/error.hpp"
#include "emulator/report/names.hpp"
#include "emulator/trace/reader.hpp"
#include "emulator/view/template.hpp"

namespace simt::view {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;  // of the data
constexpr u32 kLinesAround =
    12;  // of a source file, before the first line that the trace names and after the last

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
}

// Text of a <script> element: nothing in it may end the element or begin a comment. The viewer takes the first
// replacement back.
std::string as_text(std::string text) {
    replace_all(text, "</", "<\\/");
    replace_all(text, "<!--", "<\\!--");
    return text;
}

std::string as_json(const Json& json) {
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    replace_all(text, "<", "\\u003c");
    return text;
}

std::string element(const std::string& type, const std::string& id, const std::string& content) {
    return fmt::format("<script type=\"{}\" id=\"{}\">{}</script>\n", type, id, content);
}

Json to_json(const Shown& shown) {
    Json files = Json::object();
    for (const auto& [path, excerpt] : shown.sources)
        files[path] = {{"first", excerpt.first}, {"lines", excerpt.lines}};
    return {{"title", shown.title}, {"files", files}};
}

// The first and the last line of each file that the trace names.
std::map<std::string, std::pair<u32, u32>> named_lines(const trace::Trace& heads) {
    std::map<std::string, std::pair<u32, u32>> ranges;
    const auto add = [&](const std::string& file, u32 line) {
        if (file.empty() || line == 0) return;
        auto& [first, last] = ranges.try_emplace(file, line, line).first->second;
        first = std::min(first, line);
        last = std::max(last, line);
    };
    for (const trace::Launch& launch : heads.launches) {
        for (const trace::Instruction& instruction : launch.instructions)
            add(instruction.file, instruction.line);
        for (const trace::Place& place : launch.places) add(place.file, place.line);
    }
    return ranges;
}

// Where a file is: at its path, or in a folder under as much of its path's end as possible.
std::optional<fs::path> find_source(const fs::path& path, const std::vector<std::string>& folders) {
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) return path;
    std::vector<fs::path> ends{path.relative_path()};
    while (std::distance(ends.back().begin(), ends.back().end()) > 1) {
        fs::path shorter;
        for (auto part = std::next(ends.back().begin()); part != ends.back().end(); ++part) shorter /= *part;
        ends.push_back(shorter);
    }
    for (const fs::path& end : ends)
        for (const std::string& folder : folders)
            if (fs::is_regular_file(folder / end, ignored)) return folder / end;
    return {};
}

Excerpt excerpt_of(const fs::path& path, u32 first, u32 last) {
    Excerpt excerpt;
    excerpt.path = path;
    excerpt.first = first > kLinesAround ? first - kLinesAround : 1;
    std::ifstream in(path);
    std::string line;
    for (u32 number = 1; number <= last + kLinesAround && std::getline(in, line); ++number)
        if (number >= excerpt.first) excerpt.lines.push_back(line);
    return excerpt;
}

// The number of words before the file at the end of a line; 0: the line has none.
std::size_t words_before_file(std::string_view line) {
    if (line.starts_with("instruction ")) return 6;
    return line.starts_with("place ") ? 2 : 0;
}

// The trace's text with other names of its files.
std::string with_files(const std::string& text, const std::map<std::string, std::string>& names) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string_view line(text.data() + begin, end - begin);
        begin = end;
        std::size_t file = 0;
        for (std::size_t words = words_before_file(line); words != 0 && file != line.npos; --words)
            file = line.find(' ', file) + 1;
        const auto name = file == 0
                              ? names.end()
                              : names.find(std::string(line.substr(file, line.find('\n', file) - file)));
        if (name == names.end()) {
            result += line;
            continue;
        }
        result += line.substr(0, file);
        result += name->second + "\n";
    }
    return result;
}

// The template's text with one line replaced.
void fill(std::string& page, const std::string& mark, const std::string& with) {
    const std::size_t at = page.find(mark);
    if (at == std::string::npos) throw Error("viewer.html has no line " + mark);
    page.replace(at, mark.size(), with);
}

}  // namespace

std::string read_trace(const std::string& path, trace::Trace& heads) {
    std::ifstream in(path, std::ios::binary);
    std::error_code ignored;
    if (!in || fs::is_directory(path, ignored))
        throw Error(fmt::format("{} cannot be read: {}", path, in ? "it is a folder" : std::strerror(errno)));
    std::ostringstream text;
    text << in.rdbuf();
    in.seekg(0);
    try {
        heads = trace::read_heads(in);
    } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", path, error.what()));
    }
    if (heads.launches.empty())
        throw Error(fmt::format("{}: the trace holds no launch, so there is nothing to show", path));
    return std::move(text).str();
}

std::string with_launches(const std::string& text, const std::vector<u64>& numbers) {
    std::istringstream in(text);
    std::string kept;
    bool keep = true;
    for (std::string line; std::getline(in, line) && !in.eof();) {
        const std::string_view launch = "launch ";
        if (line.starts_with(launch))
            keep = std::ranges::count(numbers, std::stoull(line.substr(launch.size()))) != 0;
        else if (line == "end" || line.starts_with("cut "))
            keep = true;
        if (keep) kept += line + "\n";
    }
    return kept;
}

std::map<std::string, Excerpt> excerpts(const trace::Trace& heads, const std::vector<std::string>& folders,
                                        std::vector<std::string>& missing) {
    std::map<std::string, Excerpt> found;
    for (const auto& [file, range] : named_lines(heads)) {
        const std::optional<fs::path> path = find_source(file, folders);
        if (path)
            found[file] = excerpt_of(*path, range.first, range.second);
        else if (std::ranges::count(missing, file) == 0)
            missing.push_back(file);
    }
    return found;
}

Shown shown(const std::string& title, const std::string& text, const trace::Trace& heads,
            const std::vector<std::string>& folders, std::vector<std::string>& missing) {
    Shown result{title, {}, {}};
    std::map<std::string, Excerpt> sources = excerpts(heads, folders, missing);
    std::map<std::string, std::string> names;
    for (const auto& [file, range] : named_lines(heads)) {
        const auto found = sources.find(file);
        names[file] = report::shown_path(found == sources.end() ? file : found->second.path);
        if (found != sources.end()) result.sources[names[file]] = std::move(found->second);
    }
    result.text = with_files(text, names);
    return result;
}

std::string page(const std::vector<Shown>& traces, const std::string& command) {
    std::string data, title;
    for (std::size_t k = 0; k < traces.size(); ++k) {
        const std::string number = std::to_string(k);
        title += (k == 0 ? "" : " and ") + traces[k].title;
        data += element("text/plain", "trace-" + number, as_text(traces[k].text));
        data += element("application/json", "sources-" + number, as_json(to_json(traces[k])));
    }
    data += element("application/json", "about",
                    as_json({{"version", kVersion}, {"command", command}, {"title", title}}));
    std::string page(page_template());
    // The data come last: they may hold anything.
    fill(page, "<!--style-->", fmt::format("<style>\n{}</style>", style()));
    fill(page, "<!--script-->", fmt::format("<script>\n{}</script>", script()));
    fill(page, "<!--data-->", data);
    return page;
}

}  // namespace simt::view
