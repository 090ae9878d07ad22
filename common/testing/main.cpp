// The main function of every test program: doctest's, and the reporter that writes the record of a run (record.hpp).
// This file is compiled once and linked with each folder's tests.
//
// Besides doctest's own options (--help lists them) it takes --record=FILE. doctest's XML and JUnit reports are
// written at the end of the run, so a test that exits leaves an empty one, and they omit FAIL and time limits. The
// record is flushed after each test.
#define DOCTEST_CONFIG_IMPLEMENT
// A crash must leave the record without its last line: doctest's own handler would write it, from inside a signal.
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>

#include "common/testing/record.hpp"
#include "common/testing/skip.hpp"

namespace testing {
namespace {

constexpr int kMostMessages = 50;  // of one test, so that a million wrong assertions stay readable

std::FILE* record_file = nullptr;
std::string skip_reason;

// Empty as long as tests may pass. Constructors may set it before this file's own run.
std::string& why_all_fail() {
    static auto* const why = new std::string;
    return *why;
}
bool list_switched_off = true;

void write_line(const std::vector<std::string>& fields) {
    if (!record_file) return;
    std::fputs(record_line(fields).c_str(), record_file);
    std::fflush(record_file);
}

class RecordReporter : public doctest::IReporter {
  public:
    explicit RecordReporter(const doctest::ContextOptions&) {}

    void test_case_start(const doctest::TestCaseData& test) override {
        name_ = test.m_name;
        messages_ = 0;
        said_why_ = false;
        skip_reason.clear();
        write_line({"begin", name_});
        if (!why_all_fail().empty()) add_message(why_all_fail());
    }

    void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
        if (stats.failure_flags & doctest::TestCaseFailureReason::Timeout)
            add_message("the test took longer than its timeout() allows");
        if (stats.failure_flags & doctest::TestCaseFailureReason::ShouldHaveFailedButDidnt)
            add_message("the test was expected to fail and did not");
        const bool success = stats.testCaseSuccess && why_all_fail().empty();
        if (!why_all_fail().empty() && !said_why_) add_message(why_all_fail());
        const bool skip = success && !skip_reason.empty();
        write_line({"test",
                    skip      ? "skipped"
                    : success ? "passed"
                              : "failed",
                    name_, std::to_string(stats.seconds), skip ? skip_reason : ""});
        ++(skip ? skipped_ : success ? passed_ : failed_);
    }

    void test_run_end(const doctest::TestRunStats&) override {
        write_line({"end", std::to_string(passed_), std::to_string(failed_), std::to_string(skipped_)});
    }

    void test_case_exception(const doctest::TestCaseException& exception) override {
        add_message(std::string(exception.is_crash ? "crashed: " : "threw: ") +
                    exception.error_string.c_str());
    }

    void log_assert(const doctest::AssertData& assertion) override {
        if (!assertion.m_failed) return;
        std::string text =
            std::string(doctest::assertString(assertion.m_at)) + "(" + assertion.m_expr + ") failed";
        if (assertion.m_threw)
            text += std::string(", it threw: ") + assertion.m_exception.c_str();
        else if (assertion.m_decomp.size() > 0)
            text += std::string(": ") + assertion.m_decomp.c_str();
        add_message(text);
    }

    void log_message(const doctest::MessageData& message) override {
        if (message.m_severity & doctest::assertType::is_warn) return;  // MESSAGE and WARN are not failures
        add_message(message.m_string.c_str());
    }

    // Called for tests with skip() in their declaration; tests that a filter left out are not reported at all.
    void test_case_skipped(const doctest::TestCaseData& test) override {
        if (!test.m_skip || !list_switched_off) return;
        write_line({"test", "skipped", test.m_name, "0", "marked skip() in the source"});
        ++skipped_;
    }

    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {
        if (const char* const seed = std::getenv("EXERCISE_SEED")) write_line({"seed", seed});
    }
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}

  private:
    // Assertions may fail on several threads at once.
    void add_message(const std::string& text) {
        const std::lock_guard lock(mutex_);
        const std::string& why = why_all_fail();
        said_why_ = said_why_ || (!why.empty() && text.find(why) != std::string::npos);
        if (messages_++ >= kMostMessages) return;
        std::string full = text;
        const int contexts = get_num_active_contexts();
        for (int i = 0; i < contexts; ++i) {
            std::ostringstream context;
            get_active_contexts()[i]->stringify(&context);
            full += "\n  with " + context.str();
        }
        write_line({"message", full});
    }

    std::mutex mutex_;
    std::string name_;
    bool said_why_ = false;  // in a message of this test
    int messages_ = 0, passed_ = 0, failed_ = 0, skipped_ = 0;
};

REGISTER_LISTENER("record", 1, RecordReporter);

}  // namespace

bool open_record(const char* path, bool filtered) {
    list_switched_off = !filtered;
    record_file = std::fopen(path, "we");
    if (!record_file) std::fprintf(stderr, "The record %s cannot be written: does its folder exist?\n", path);
    return record_file != nullptr;
}

void judges_counts() { write_line({"counts"}); }

void fail_from_now_on(const std::string& why) { why_all_fail() = why; }

void skip(const char* reason) {
    skip_reason = reason;
    if (!record_file) std::printf("skipped: %s\n", reason);
}

}  // namespace testing

int main(int argc, char** argv) {
    constexpr std::string_view kRecord = "--record=";
    bool filtered = false;
    for (int i = 1; i < argc; ++i)
        for (const char* filter :
             {"test-case", "tc", "test-suite", "ts", "source-file", "sf", "first", "last"})
            filtered =
                filtered || std::string_view(argv[i]).find(std::string("-") + filter) != std::string::npos;
    for (int i = 1; i < argc; ++i)
        if (std::string_view(argv[i]).starts_with(kRecord))
            if (!testing::open_record(argv[i] + kRecord.size(), filtered)) return 2;
    doctest::Context context(argc, argv);
    const int exit_code = context.run();
    return testing::why_all_fail().empty() ? exit_code : EXIT_FAILURE;
}
