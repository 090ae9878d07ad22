// What students may hand in.
#include "common/grade/submissions.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "common/testing/temporary_folder.hpp"

using grade::read_submissions;
using grade::Submission;

namespace {

std::vector<course::Exercise> two_exercises() {
    std::vector<course::Exercise> exercises(2);
    exercises[0].id = "02.1";
    exercises[1].id = "02.2";
    return exercises;
}

class Handed {
  public:
    void write(const std::string& student, const std::string& file, const std::string& text) {
        std::filesystem::create_directories(folder_ / student);
        std::ofstream(folder_ / (student + "/" + file), std::ios::binary) << text;
    }
    std::string path(const std::string& below) { return folder_ / below; }
    std::vector<Submission> read() { return read_submissions(folder_.path(), two_exercises()); }

  private:
    testing::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("every student and file has a row, in the order of their names, whatever these are") {
    Handed handed;
    handed.write("b", "02.2.cu", "two");
    handed.write("b", "02.1.cu", "one");
    handed.write("O'Brien, Anna (123)", "02.1.cu", "anna");
    handed.write("a\nb", "02.1.cu", "newline");
    handed.write("\xff", "02.1.cu", "byte");
    const std::vector<Submission> all = handed.read();
    REQUIRE(all.size() == 5);
    CHECK(all[0].student == "O'Brien, Anna (123)");
    CHECK(all[1].student == "a\nb");
    CHECK(all[2].exercise == "02.1");
    CHECK(all[2].text == "one");
    CHECK(all[3].exercise == "02.2");
    CHECK(all[4].student == "\xff");
    for (const Submission& one : all) CHECK(one.refused.empty());
}

TEST_CASE("what is no answer is a row with its reason, and is not opened") {
    Handed handed;
    handed.write("a", "02.1.o", "object");
    handed.write("a", "$(touch X).cu", "void f();");
    handed.write("a", "09.1.cu", "void f();");
    handed.write("a", "README", "hello");
    for (const Submission& one : handed.read()) {
        CAPTURE(one.file);
        CHECK(one.exercise.empty());
        CHECK(one.text.empty());
        CHECK(one.refused.ends_with("an answer to 02.1 is called 02.1.cu."));
    }
}

TEST_CASE("a link, a folder, a FIFO, an empty file and a huge one are refused, and nothing waits") {
    Handed handed;
    handed.write("empty", "02.1.cu", "");
    handed.write("huge", "02.1.cu", std::string(grade::kLargestAnswer + 1, 'x'));
    handed.write("zero", "02.1.cu",
                 std::string("\x7f"
                             "ELF\0\0",
                             6));
    handed.write("link", "other.txt", "secret");
    std::filesystem::create_symlink(handed.path("link/other.txt"), handed.path("link/02.1.cu"));
    std::filesystem::create_directories(handed.path("folder/02.1.cu"));
    std::filesystem::create_directories(handed.path("nothing"));
    std::filesystem::create_directories(handed.path("fifo"));
    REQUIRE(mkfifo(handed.path("fifo/02.1.cu").c_str(), 0600) == 0);
    std::filesystem::create_directory_symlink("/", handed.path("root"));
    std::ofstream(handed.path("02.1.cu")) << "outside any student's folder";
    std::map<std::string, std::string> said;
    for (const Submission& one : handed.read()) {
        if (one.file != "other.txt") said[one.student] = one.refused;
        CHECK(one.text.empty());
    }
    CHECK(said["empty"] == "It is empty.");
    CHECK(said["huge"] == "It has more than 1 MiB.");
    CHECK(said["zero"] == "It is not a text: it contains a byte of value 0.");
    CHECK(said["link"] == "This is a symbolic link, not a file.");
    CHECK(said["folder"] == "This is a folder, not a file.");
    CHECK(said["nothing"] == "The folder has no answer.");
    CHECK(said["fifo"] == "This is a FIFO, not a file.");
    CHECK(said["root"].starts_with("This is not a student's folder."));
    CHECK(said["02.1.cu"].starts_with("This is not a student's folder."));
}

TEST_CASE("a folder that is not there is named") {
    CHECK_THROWS_WITH(read_submissions("/no/such/folder", two_exercises()),
                      "/no/such/folder cannot be read: No such file or directory. SUBMISSIONS=dir names the "
                      "folder that has a "
                      "folder for each student.");
}
