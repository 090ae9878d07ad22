// The page of simt view: it holds the traces and the source lines, nothing in them can end its script elements, and it asks for
// nothing outside itself.
#include "emulator/view/page.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"
#include "emulator/error.hpp"

using namespace simt;
using namespace simt::view;
using ::testing::contains;
using ::testing::missing;

namespace {

const std::string kTrace =
    "simt-trace 1\nlaunch 1 1 1 1 32 1 1 0 first(float*)\ninstruction global load 4 40 ld.global.f32 k.cu\n"
    "place 38 k.cu\nat 0 0 0 1 ffffffff\narray 1 4096 a\n0 0 0 1 ffffffff 4 1 0 4x31\n"
    "launch 2 1 1 1 32 1 1 0 second(float*)\ninstruction global load 4 7 ld.global.f32 other.cu\n"
    "array 1 4096 a\n0 0 0 1 ffffffff 4 1 0 4x31\nend\n";

class Files {
  public:
    std::string write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = folder_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path;
    }
    std::string path(const std::string& name) const { return folder_ / name; }

  private:
    ::testing::TemporaryFolder folder_;
};

trace::Trace heads_of(const Files& files, const std::string& text) {
    trace::Trace heads;
    CHECK(read_trace(files.write("t.trace", text), heads) == text);
    return heads;
}

std::string refusal(const std::string& path) {
    trace::Trace heads;
    try {
        read_trace(path, heads);
    } catch (const Error& error) {
        return error.what();
    }
    return "read";
}

// The text between an element's tags.
std::string content(const std::string& page, const std::string& id) {
    const std::size_t tag = page.find(" id=\"" + id + "\">");
    REQUIRE(tag != page.npos);
    const std::size_t begin = page.find('>', tag) + 1;
    return page.substr(begin, page.find("</script>", begin) - begin);
}

std::string lines(int count) {
    std::string text;
    for (int k = 1; k <= count; ++k) text += "line " + std::to_string(k) + "\n";
    return text;
}

}  // namespace

TEST_CASE("a page holds the trace as it is in its file") {
    const std::string text = page({{"one", kTrace, {}}}, "simt view one");
    CHECK(content(text, "trace-0") == kTrace);
    CHECK_FALSE(contains(text, "id=\"trace-1\""));
    const auto about = nlohmann::json::parse(content(text, "about"));
    CHECK(about["version"] == 1);
    CHECK(about["command"] == "simt view one");
    CHECK(about["title"] == "one");
}

TEST_CASE("two traces lie side by side in one page") {
    const std::string text = page({{"one", kTrace, {}}, {"two", "simt-trace 1\nend\n", {}}}, "");
    CHECK(content(text, "trace-0") == kTrace);
    CHECK(content(text, "trace-1") == "simt-trace 1\nend\n");
    CHECK(nlohmann::json::parse(content(text, "sources-1"))["title"] == "two");
    CHECK(nlohmann::json::parse(content(text, "about"))["title"] == "one and two");
}

TEST_CASE("nothing in a trace or in a source file can end a script element") {
    const std::string evil = "a</script><script>alert(1)</script><!--<script>";
    const Excerpt excerpt{7, {evil, "\xff"}};
    const std::string text = page({{evil, "simt-trace 1\n# " + evil + "\n", {{evil, excerpt}}}}, evil);
    const std::string plain = page({{"", "", {}}}, "");
    const auto count = [](const std::string& all, const std::string& what) {
        std::size_t times = 0;
        for (std::size_t at = all.find(what); at != all.npos; at = all.find(what, at + 1)) ++times;
        return times;
    };
    CHECK(count(text, "</script>") == count(plain, "</script>"));
    CHECK(count(text, "<!--") == count(plain, "<!--"));
    CHECK(content(text, "trace-0") ==
          "simt-trace 1\n# a<\\/script><script>alert(1)<\\/script><\\!--<script>\n");
    const auto sources = nlohmann::json::parse(content(text, "sources-0"));
    CHECK(sources["title"] == evil);
    CHECK(sources["files"][evil]["first"] == 7);
    CHECK(sources["files"][evil]["lines"][0] == evil);
}

TEST_CASE("a page is complete: it names no other file and no address in the network") {
    const std::string text = page({{"one", kTrace, {}}}, "");
    CHECK(missing(text, {"<style>", "<script>\n", "</html>"}) == "");
    CHECK_FALSE(contains(text, "<!--style-->"));
    CHECK_FALSE(contains(text, "<!--data-->"));
    CHECK_FALSE(contains(text, "<!--script-->"));
    const std::regex outside(
        "(src|href)=\"(?!data:|#)|@import|\\bimport |\\bfetch\\(|url\\((?!#|\"?data:)|//cdn|https://");
    std::smatch found;
    CHECK_MESSAGE(!std::regex_search(text, found, outside), found.str());
}

TEST_CASE("source lines are those that the trace names, and a dozen around them") {
    const Files files;
    files.write("src/k.cu", lines(100));
    std::vector<std::string> not_found;
    const auto found = excerpts(heads_of(files, kTrace), {files.path("src")}, not_found);
    REQUIRE(found.count("k.cu") == 1);
    CHECK(found.at("k.cu").first == 26);
    REQUIRE(found.at("k.cu").lines.size() == 27);
    CHECK(found.at("k.cu").lines.front() == "line 26");
    CHECK(found.at("k.cu").lines.back() == "line 52");
    CHECK(not_found == std::vector<std::string>{"other.cu"});
}

TEST_CASE("a source file is looked for at its path, then by the end of its path") {
    const Files files;
    const std::string path = files.write("a/b/k.cu", "at its path\n");
    files.write("copy/k.cu", "by its name\n");
    files.write("copy/b/k.cu", "by its folder\n");
    const auto first_line = [&](const std::string& file) {
        std::vector<std::string> not_found;
        const std::string text = "simt-trace 1\nlaunch 1 1 1 1 32 1 1 0 k()\nplace 1 " + file + "\nend\n";
        const auto found =
            excerpts(heads_of(files, text), {files.path("nothing"), files.path("copy")}, not_found);
        return found.count(file) == 0 ? "not found" : found.at(file).lines.at(0);
    };
    CHECK(first_line(path) == "at its path");
    CHECK(first_line("/elsewhere/b/k.cu") == "by its folder");
    CHECK(first_line("/elsewhere/c/k.cu") == "by its name");
    CHECK(first_line("other.cu") == "not found");
}

TEST_CASE("a file in the working directory is shown with its path in there, any other as the trace has it") {
    const Files files;
    const std::string here = std::filesystem::current_path();
    const auto named = [&](const std::string& file) {
        std::vector<std::string> not_found;
        const std::string text =
            "simt-trace 1\nlaunch 1 1 1 1 32 1 1 0 k()\ninstruction global load 4 1 ld " + file +
            "\nplace 2 " + file + "\nend\n";
        const Shown found = shown("", text, heads_of(files, text), {files.path("copy")}, not_found);
        std::string name = found.text.substr(found.text.find("place 2 ") + 8);
        name = name.substr(0, name.find('\n'));
        CHECK(found.sources.count(name) + not_found.size() == 1);
        CHECK(contains(found.text, "\ninstruction global load 4 1 ld " + name + "\nplace"));
        CHECK(found.text.ends_with(" " + name + "\nend\n"));
        return name;
    };
    CHECK(named(here + "/emulator/view/page.hpp") == "emulator/view/page.hpp");
    CHECK(named("/elsewhere/emulator/view/gone.hpp") == "/elsewhere/emulator/view/gone.hpp");
    CHECK(named(here + "/a folder/gone.hpp") == "a folder/gone.hpp");
    const std::string outside = files.write("k.cu", "a line\n");
    CHECK(named(outside) == outside);
    const std::string copy = files.write("copy/there/k.cu", "a line\n");
    CHECK(named("/elsewhere/there/k.cu") == copy);
}

TEST_CASE("launches can be chosen, and the trace keeps its first line and its end") {
    CHECK(with_launches(kTrace, {1, 2}) == kTrace);
    const std::string second = with_launches(kTrace, {2});
    CHECK(second.starts_with("simt-trace 1\nlaunch 2 "));
    CHECK(second.ends_with("0 0 0 1 ffffffff 4 1 0 4x31\nend\n"));
    CHECK_FALSE(contains(second, "first"));
    CHECK(with_launches(kTrace.substr(0, kTrace.size() - 7), {2}) ==
          second.substr(0, second.rfind("0 0 0 1")));
    CHECK(with_launches(kTrace, {}) == "simt-trace 1\nend\n");
}

TEST_CASE("what is no trace is refused in a sentence that names the file") {
    const Files files;
    CHECK(refusal(files.path("none")) == files.path("none") + " cannot be read: No such file or directory");
    CHECK(refusal(files.path("")) == files.path("") + " cannot be read: it is a folder");
    const auto refused = [&](const std::string& text) {
        const std::string path = files.write("t", text), sentence = refusal(path);
        CHECK(sentence.starts_with(path + ": "));
        return sentence.substr(std::min(sentence.size(), path.size() + 2));
    };
    CHECK(refused("") == "this is no trace: its first line would begin with 'simt-trace'");
    CHECK(refused(std::string("\x7f"
                              "ELF\0\1",
                              6)) == "this is no trace: its first line would begin with 'simt-trace'");
    CHECK(refused("simt-trace 2\n") == "the trace has version 2; this program reads version 1");
    CHECK(refused("simt-trace 1\nend\n") == "the trace holds no launch, so there is nothing to show");
    CHECK(refused("simt-trace 1\nat 0 0 0 1 1\n") ==
          "the trace is damaged: line 2: it stands before the first launch");
    CHECK(refused("simt-trace 1\nlaunch 1 1 1 1 32 1 1 0 k()\nat 0 0 0 1 1\n") ==
          "the trace is damaged: line 3: no such place");
}
