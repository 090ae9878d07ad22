// See list.hpp.
#include "common/ladder/list.hpp"

#include <algorithm>
#include <set>

#include "common/ladder/report.hpp"

namespace ladder {
namespace {

struct ListedRung {
    int number;
    std::string name;
    std::string file;  // relative to the chapter's folder: "1_naive.cu", "grey/1_one_thread.cu"
    std::string idea;
};

std::string file_of_rung(const Problem& problem, const Version& rung) {
    return problem.folder + std::to_string(rung.number) + "_" + rung.name + ".cu";
}

// Each file once, in the order of the ladders.
std::vector<ListedRung> listed_rungs(const std::vector<Ladder>& ladders) {
    std::vector<ListedRung> rungs;
    std::set<std::string> files;
    for (const Ladder& ladder : ladders) {
        for (const Version& version : ladder.versions()) {
            if (version.kind != Kind::Rung) continue;
            const std::string file = file_of_rung(ladder.problem(), version);
            if (files.insert(file).second)
                rungs.push_back({version.number, version.name, file, version.idea});
        }
    }
    return rungs;
}

}  // namespace

std::string list_text(const std::vector<Ladder>& ladders) {
    const std::vector<ListedRung> rungs = listed_rungs(ladders);
    std::size_t widest_name = 0;
    std::size_t widest_file = 0;
    for (const ListedRung& listed : rungs) {
        widest_name = std::max(widest_name, listed.name.size());
        widest_file = std::max(widest_file, listed.file.size());
    }
    std::string text;
    for (const ListedRung& listed : rungs) {
        const std::string number = std::to_string(listed.number);
        text += std::string(number.size() < 2 ? 1 : 0, ' ') + number + "  " + listed.name;
        text += std::string(widest_name - listed.name.size() + 2, ' ') + listed.file;
        text += std::string(widest_file - listed.file.size() + 2, ' ') + listed.idea + "\n";
    }
    return text;
}

std::string list_json(const std::vector<Ladder>& ladders) {
    std::string text;
    for (const ListedRung& listed : listed_rungs(ladders)) {
        text += (text.empty() ? "\n  " : ",\n  ");
        text += "{\"number\":" + std::to_string(listed.number);
        text += ",\"name\":" + json_string(listed.name) + ",\"file\":" + json_string(listed.file);
        text += ",\"idea\":" + json_string(listed.idea) + "}";
    }
    return "[" + text + "\n]\n";
}

std::string list_markdown(const Ladder& ladder) {
    std::string text = "| rung | idea |\n| :-- | :-- |\n";
    for (const ListedRung& listed : listed_rungs({ladder})) {
        text += "| [" + std::to_string(listed.number) + " " + listed.name + "](" + listed.file;
        text += ") | " + listed.idea + " |\n";
    }
    return text;
}

}  // namespace ladder
