// Writes the record of a test run (record.hpp), beside what doctest prints for people.
//
// doctest's own XML and JUnit reports are written when the run ends, so that a test that exits leaves an
// empty one, and they miss FAIL and time limits; this one is flushed test by test.
#include <doctest/doctest.h>

#include <cstdio>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "common/testing/record.hpp"
#include "common/testing/skip.hpp"

namespace testing {
namespace {

using nlohmann::json;

constexpr std::size_t kMostMessages = 50;  // of one test: a million wrong assertions stay readable

std::FILE* record_file = nullptr;
std::string skip_reason;
bool list_switched_off = true;

void write_line(const json& line) {
    if (!record_file) return;
    // Messages may hold any bytes; what is not UTF-8 is replaced.
    const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace);
    std::fprintf(record_file, "%s\n", text.c_str());
    std::fflush(record_file);
}

class RecordReporter : public doctest::IReporter {
  public:
    explicit RecordReporter(const doctest::ContextOptions&) {}

    void test_case_start(const doctest::TestCaseData& test) override {
        test_ = {{"name", test.m_name}, {"file", test.m_file.c_str()}, {"line", test.m_line}};
        if (*test.m_test_suite) test_["suite"] = test.m_test_suite;
        messages_ = json::array();
        skip_reason.clear();
        json begin = test_;
        begin["event"] = "begin";
        write_line(begin);
    }

    void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
        const bool skip = stats.testCaseSuccess && !skip_reason.empty();
        json line = test_;
        line["event"] = "test";
        line["status"] = skip ? "skipped" : stats.testCaseSuccess ? "passed" : "failed";
        line["seconds"] = stats.seconds;
        line["assertions"] = stats.numAssertsCurrentTest;
        if (stats.failure_flags & doctest::TestCaseFailureReason::Timeout)
            add_message("", 0, "the test took longer than its timeout() allows");
        if (stats.failure_flags & doctest::TestCaseFailureReason::ShouldHaveFailedButDidnt)
            add_message("", 0, "the test was expected to fail and did not");
        line["messages"] = messages_;
        if (skip) line["reason"] = skip_reason;
        write_line(line);
        ++(skip ? skipped_ : stats.testCaseSuccess ? passed_ : failed_);
    }

    void test_run_end(const doctest::TestRunStats&) override {
        write_line({{"event", "end"}, {"passed", passed_}, {"failed", failed_}, {"skipped", skipped_}});
    }

    void test_case_exception(const doctest::TestCaseException& exception) override {
        add_message(
            "", 0,
            std::string(exception.is_crash ? "crashed: " : "threw: ") + exception.error_string.c_str());
    }

    void log_assert(const doctest::AssertData& assertion) override {
        if (!assertion.m_failed) return;
        std::string text =
            std::string(doctest::assertString(assertion.m_at)) + "(" + assertion.m_expr + ") failed";
        if (assertion.m_threw)
            text += std::string(", it threw: ") + assertion.m_exception.c_str();
        else if (assertion.m_decomp.size() > 0)
            text += std::string(": ") + assertion.m_decomp.c_str();
        add_message(assertion.m_file, assertion.m_line, text);
    }

    void log_message(const doctest::MessageData& message) override {
        if (message.m_severity & doctest::assertType::is_warn) return;  // MESSAGE is for people
        add_message(message.m_file, message.m_line, message.m_string.c_str());
    }

    // A test with skip() in its declaration; tests that a filter left out are not reported at all.
    void test_case_skipped(const doctest::TestCaseData& test) override {
        if (!test.m_skip || !list_switched_off) return;
        write_line({{"event", "test"},
                    {"name", test.m_name},
                    {"file", test.m_file.c_str()},
                    {"line", test.m_line},
                    {"status", "skipped"},
                    {"reason", "marked skip() in the source"}});
        ++skipped_;
    }

    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}

  private:
    // Assertions may fail on several threads at once.
    void add_message(const char* file, int line, const std::string& text) {
        const std::lock_guard lock(mutex_);
        if (messages_.size() >= kMostMessages) return;
        std::string full = text;
        const int contexts = get_num_active_contexts();
        for (int i = 0; i < contexts; ++i) {
            std::ostringstream context;
            get_active_contexts()[i]->stringify(&context);
            full += "\n  with " + context.str();
        }
        messages_.push_back({{"file", file}, {"line", line}, {"text", full}});
    }

    std::mutex mutex_;
    json test_, messages_;
    int passed_ = 0, failed_ = 0, skipped_ = 0;
};

REGISTER_LISTENER("record", 1, RecordReporter);

}  // namespace

bool open_record(const char* path, bool filtered) {
    list_switched_off = !filtered;
    record_file = std::fopen(path, "we");
    if (!record_file) std::fprintf(stderr, "The record %s cannot be written: does its folder exist?\n", path);
    return record_file != nullptr;
}

void skip(const char* reason) {
    skip_reason = reason;
    if (!record_file) std::printf("skipped: %s\n", reason);
}

}  // namespace testing
