// Writes lines of records and reads whole ones; record.hpp describes the format.
#include "common/testing/record.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace testing {
namespace {

using Fields = std::vector<std::string>;

// "tab\\there" is "tab<TAB>here".
std::string unescaped(std::string_view field) {
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i) {
        if (field[i] != '\\' || i + 1 == field.size()) {
            text += field[i];
            continue;
        }
        const char code = field[++i];
        text += code == 't' ? '\t' : code == 'n' ? '\n' : code;
    }
    return text;
}

Fields fields_of(std::string_view line) {
    Fields fields;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find('\t', begin), line.size());
        fields.push_back(unescaped(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    return fields;
}

bool to_number(const std::string& text, int& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

bool is_status(const std::string& text) { return text == "passed" || text == "failed" || text == "skipped"; }

// Adds one line to the record; false if it is not a line of a record.
bool read_line(const Fields& fields, Record::Test& open, Record& record) {
    const std::string& event = fields[0];
    if (event == "seed" && fields.size() == 2) {
        record.seed = fields[1];
    } else if (event == "begin" && fields.size() == 2) {
        record.open_test = fields[1];
        open = {};
    } else if (event == "counts" && fields.size() == 1) {
        open.of_counts = true;
    } else if (event == "message" && fields.size() == 2) {
        open.messages.push_back(fields[1]);
    } else if (event == "test" && fields.size() == 5 && is_status(fields[1])) {
        record.tests.push_back({fields[2], fields[1], fields[4], open.messages, open.of_counts});
        record.open_test.clear();
        open = {};
    } else if (event == "end" && fields.size() == 4) {
        record.closed = true;
        return to_number(fields[1], record.passed) && to_number(fields[2], record.failed) &&
               to_number(fields[3], record.skipped);
    } else {
        return false;
    }
    return true;
}

}  // namespace

std::string record_line(const std::vector<std::string>& fields) {
    std::string line;
    for (const std::string& field : fields) {
        if (!line.empty()) line += '\t';
        for (const char c : field) {
            if (c == '\t' || c == '\n' || c == '\\') line += '\\';
            line += c == '\t' ? 't' : c == '\n' ? 'n' : c;
        }
    }
    return line + "\n";
}

Record read_record(std::string_view text) {
    Record record;
    Record::Test open;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        // A line without a newline was cut short.
        if (end == std::string_view::npos || !read_line(fields_of(line), open, record)) {
            record.unreadable = line;
            return record;
        }
        text.remove_prefix(end + 1);
    }
    return record;
}

}  // namespace testing
