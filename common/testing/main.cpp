// The main function of every test program: doctest's, compiled once and linked with each folder's tests.
//
// Beyond doctest's own options (--help lists them) it takes --record=FILE, where record_reporter.cpp writes
// what happened to each test, line by line.
#define DOCTEST_CONFIG_IMPLEMENT
// A crash must leave the record open: doctest's own handler would close it, from inside a signal.
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "common/testing/record.hpp"

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
    return context.run();
}
