// See board.hpp.
#include "common/grade/board.hpp"

#include <fcntl.h>
#include <sys/random.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "common/course/comparison.hpp"
#include "common/grade/files.hpp"
#include "common/grade/page.hpp"
#include "common/grade/sha256.hpp"
#include "common/grade/text.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSecretBytes = 32, kSecretDigits = 2 * kSecretBytes;
constexpr std::size_t kNameDigits = 8;  // far more than a class needs to be told apart
constexpr std::size_t kMostNames = 10;  // for one count

// The best of one count of one exercise.
struct Best {
    std::uint64_t count = 0, reference = 0;
    std::set<std::string> names;  // pseudonyms in their own order, which says nothing of the class's
};

// By the name of the count. The counts are those that `make check` shows beside the reference's.
std::map<std::string, Best> best_of(const Class& all, const std::string& exercise, const Result& reference) {
    std::map<std::string, Best> best;
    for (const Row& row : all.rows) {
        if (row.exercise != exercise || row.solved != "yes") continue;
        const std::string name = pseudonym(all.board_secret, row.student);
        for (const course::Cost& cost : course::compared(row.result->counts, reference.counts)) {
            if (cost.reference == 0) continue;  // nobody can be below
            Best& so_far = best[cost.name];
            if (so_far.names.empty() || cost.own < so_far.count) so_far = {cost.own, cost.reference, {}};
            if (cost.own == so_far.count) so_far.names.insert(name);
        }
    }
    return best;
}

std::string in_words(std::string name) {
    for (char& c : name)
        if (c == '_') c = ' ';
    return name;
}

std::string list_of(const std::set<std::string>& names) {
    std::string list;
    std::size_t shown = 0;
    for (const std::string& name : names)
        if (shown++ < kMostNames) list += (list.empty() ? "" : ", ") + name;
    if (shown > kMostNames) list += " and " + std::to_string(shown - kMostNames) + " more";
    return list;
}

}  // namespace

std::string pseudonym(const std::string& secret, const std::string& student) {
    // The inner value is unknown without the secret, so no longer name can be derived from a shorter one.
    return sha256(secret + sha256(secret + student)).substr(0, kNameDigits);
}

std::string read_board_secret(const std::string& path) {
    std::string secret;
    if (read_bounded(AT_FDCWD, path, kSecretDigits, secret).empty() && secret.size() == kSecretDigits)
        return secret;
    std::array<unsigned char, kSecretBytes> drawn{};
    if (getrandom(drawn.data(), drawn.size(), 0) != static_cast<ssize_t>(drawn.size()))
        throw std::runtime_error("No secret can be drawn for the board.");
    secret.clear();
    for (const unsigned char byte : drawn) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", byte);
        secret += digits;
    }
    write_atomically(path, secret);
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    return secret;
}

std::string board_html(const Class& all, const std::map<std::string, Reference>& references) {
    std::string body =
        "<p>The lowest counts among the answers that are solved. Your report says which name is yours.</p>\n";
    for (const auto& [id, reference] : references) {
        if (!reference.solution) continue;
        const std::map<std::string, Best> best = best_of(all, id, *reference.solution);
        if (best.empty()) continue;
        const course::Exercise* const exercise = course::find_in(all.exercises, id);
        body += "<h2>" + escaped(exercise ? id + " " + exercise->title : id) +
                "</h2>\n<table>\n<tr><th>count</th><th class=\"n\">"
                "lowest</th><th class=\"n\">reference solution</th><th>by</th></tr>\n";
        for (const auto& [name, count] : best)
            body += "<tr><td>" + escaped(in_words(name)) + "</td><td class=\"n\">" +
                    std::to_string(count.count) + "</td><td class=\"n\">" + std::to_string(count.reference) +
                    "</td><td>" + list_of(count.names) + "</td></tr>\n";
        body += "</table>\n";
    }
    return html_page("Lowest counts", body);
}

}  // namespace grade
