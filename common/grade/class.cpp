// See class.hpp. build/grades/ has seed, results/KEY.json for each distinct answer, and the reports. A run that was killed leaves at
// most folders in work/, which the next one deletes.
#include "common/grade/class.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "common/course/build.hpp"
#include "common/course/stubs.hpp"
#include "common/grade/answers.hpp"
#include "common/grade/board.hpp"
#include "common/grade/files.hpp"
#include "common/grade/reports.hpp"
#include "common/grade/sha256.hpp"
#include "common/grade/similarity.hpp"
#include "common/grade/text.hpp"
#include "common/testing/process.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;

constexpr double kDrawLimit = 60;  // seconds

// Held while this process grades into the folder.
class OnlyOne {
  public:
    explicit OnlyOne(const std::string& folder) {
        fs::create_directories(folder);
        file_ = open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file_ < 0) throw std::runtime_error(folder + " cannot be written.");
        if (flock(file_, LOCK_EX | LOCK_NB) != 0)
            throw std::runtime_error("Another make grade is writing into " + folder +
                                     ": wait until it has ended.");
    }
    ~OnlyOne() { close(file_); }
    OnlyOne(const OnlyOne&) = delete;
    OnlyOne& operator=(const OnlyOne&) = delete;

  private:
    int file_;
};

std::uint64_t seed_of(const Options& options) {
    const std::string path = options.grades + "/seed";
    std::uint64_t seed = 0;
    const bool kept = static_cast<bool>(std::ifstream(path) >> seed);
    if (options.seed) {
        seed = *options.seed;
    } else if (!kept) {
        std::uint32_t drawn = 0;  // people will type it
        if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
            throw std::runtime_error("No seed can be drawn.");
        seed = drawn;
    }
    write_atomically(path, std::to_string(seed) + "\n");
    return seed;
}

// The stub as git has it; without git as it lies there.
std::string stub_of(const course::Exercise& exercise) {
    try {
        return course::original_stub(exercise);
    } catch (const std::runtime_error&) {
        return testing::read_text(exercise.answer);
    }
}

constexpr const char* kParameters = "exercises/parameters.txt";

// The student's parameters.txt: drawn as make dist drew it, or the course's if there is no secret.
std::string parameters_of(const Options& options, const std::string& student) {
    if (options.secret.empty()) return testing::read_text(kParameters);
    const std::string log = options.grades + "/parameters";
    const testing::Ending ending = testing::run_process(
        {"python3", "common/dist/parameters.py", options.secret, student}, log, kDrawLimit);
    const std::string text = testing::read_text(log);
    fs::remove(log);
    if (ending.exit_code != 0 || ending.signal != 0)
        throw std::runtime_error("The numbers of a student cannot be drawn:\n" +
                                 printable(text, Keep::kLines));
    return text;
}

void build_harnesses(const std::set<std::string>& ids, const std::vector<course::Exercise>& exercises,
                     unsigned jobs) {
    std::vector<std::string> targets;
    for (const std::string& id : ids) targets.push_back("build/grade/" + id + "/parts");
    if (targets.empty()) return;
    targets.push_back("build/grade/grade");
    if (!course::build(*course::find_in(exercises, *ids.begin()), targets, jobs))
        throw std::runtime_error("make failed: nothing was graded.");
}

void write_reports(const Options& options, const Class& all,
                   const std::map<std::string, Reference>& references) {
    write_atomically(options.grades + "/board.html", board_html(all, references));
    write_atomically(options.grades + "/grades.csv", grades_csv(all));
    write_atomically(options.grades + "/grades.json", grades_json(all));
    write_atomically(options.grades + "/grades.xml", grades_junit(all));
}

void write_student(const Options& options, const Class& all, const std::string& student,
                   const std::vector<Row>& rows) {
    const std::string folder = options.grades + "/students/" + file_name_for(student);
    fs::create_directories(folder);
    write_atomically(folder + "/report.html", student_html(all, rows));
    write_atomically(folder + "/results.json", student_results(all, rows));
}

void write_similarity(const Options& options, const std::vector<Submission>& submissions,
                      const std::map<std::string, std::string>& stubs, const Settings& settings) {
    if (const std::string why = why_not_compared(); !why.empty()) {
        std::printf("%s\n", why.c_str());
        return;
    }
    const Conditions conditions{settings, options.isolated, 0, hidden_folders(options)};
    const std::vector<Similarities> similar =
        compare_answers(submissions, stubs, options.grades + "/compared", conditions);
    write_atomically(options.grades + "/similarity.csv", similarity_csv(similar, submissions));
    write_atomically(options.grades + "/similarity.html", similarity_html(similar, submissions));
}

void print_summary(const Options& options, const Class& all, std::size_t newly_graded) {
    std::map<std::string, std::size_t> count;
    std::set<std::string> students;
    for (const Row& row : all.rows) {
        ++count[row.solved];
        students.insert(row.student);
    }
    std::printf(
        "%zu students, %zu files: %zu solved, %zu not solved, %zu not judged. %zu answers were run now.\n",
        students.size(), all.rows.size(), count["yes"], count["no"], count["not judged"], newly_graded);
    std::printf("Seed %llu. The grades are in %s/grades.csv, a report for each student in %s/students.\n",
                static_cast<unsigned long long>(all.seed), options.grades.c_str(), options.grades.c_str());
    if (!options.isolated) std::printf("Isolation: none. Every answer ran with your rights.\n");
}

}  // namespace

void grade_class(const Options& options) {
    const Rubric rubric = parse_rubric(options.rubric.empty() ? "" : testing::read_text(options.rubric));
    const std::vector<course::Exercise> exercises = course::find_exercises();
    const std::vector<Submission> submissions = read_submissions(options.submissions, exercises);
    if (submissions.empty())
        throw std::runtime_error(printable(options.submissions) + " is empty: nothing was graded.");
    const OnlyOne only_one(options.grades);
    std::set<std::string> ids;
    for (const Submission& submission : submissions)
        if (submission.refused.empty()) ids.insert(submission.exercise);
    build_harnesses(ids, exercises, options.jobs);
    const Settings settings = read_settings();
    if (options.isolated)
        if (const std::string why = why_no_sandbox(settings); !why.empty()) throw std::runtime_error(why);

    Class all{{},
              exercises,
              seed_of(options),
              options.isolated ? "bubblewrap" : "none",
              settings.device,
              read_board_secret(options.grades + "/board-secret")};
    Answers answers(options, all.seed);
    std::map<std::string, std::pair<std::string, std::string>> keys;  // of the stub and of the solution
    std::map<std::string, Reference> references;
    std::map<std::string, std::string> stubs;
    for (const std::string& id : ids) {
        const course::Exercise& exercise = *course::find_in(exercises, id);
        const std::string& stub = stubs[id] = stub_of(exercise);
        references[id].stub_hash = sha256(stub);
        const std::string parameters = testing::read_text(kParameters);
        keys[id] = {answers.add(exercise, stub, parameters),
                    answers.add(exercise, testing::read_text(exercise.solution), parameters)};
    }
    std::vector<std::string> key_of;
    std::map<std::string, std::string> parameters;  // of students
    for (const Submission& submission : submissions) {
        if (!parameters.contains(submission.student))
            parameters[submission.student] = parameters_of(options, submission.student);
        key_of.push_back(submission.refused.empty()
                             ? answers.add(*course::find_in(exercises, submission.exercise), submission.text,
                                           parameters[submission.student])
                             : "");
    }
    answers.grade_all(exercises);

    for (const std::string& id : ids) {
        references[id].stub = answers.result(keys[id].first);
        references[id].solution = answers.result(keys[id].second);
    }
    for (std::size_t i = 0; i < submissions.size(); ++i)
        all.rows.push_back(row_of(submissions[i], answers.result(key_of[i]), answers.failure(key_of[i]),
                                  references[submissions[i].exercise], rubric));
    for (std::size_t begin = 0, end = 0; begin < submissions.size(); begin = end) {
        const std::string& student = submissions[begin].student;
        while (end < submissions.size() && submissions[end].student == student) ++end;
        write_student(options, all, student,
                      {all.rows.begin() + static_cast<std::ptrdiff_t>(begin),
                       all.rows.begin() + static_cast<std::ptrdiff_t>(end)});
    }
    write_reports(options, all, references);
    write_similarity(options, submissions, stubs, settings);
    print_summary(options, all, answers.newly_graded());
}

}  // namespace grade
