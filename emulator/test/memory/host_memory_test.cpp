// The figures of /proc/meminfo and of a control group are read right, and mappings come and go.
#include "emulator/memory/host_memory.hpp"

#include <doctest/doctest.h>

#include <utility>

using namespace simt;
using namespace simt::memory;

TEST_CASE("a key of /proc/meminfo is read in bytes, and a key that starts like another is not taken for it") {
    const std::string_view text = "MemTotalHuge:  7 kB\nMemTotal:       24689 kB\nMemAvailable:   123 kB\n";
    CHECK(value_of(text, "MemTotal") == u64{24689} * 1024);
    CHECK(value_of(text, "MemAvailable") == u64{123} * 1024);
    CHECK(!value_of(text, "MemFree"));
}

TEST_CASE("a key of memory.stat is read in bytes") {
    const std::string_view text = "anon 10\nfile_mapped 30\nfile 20";
    CHECK(value_of(text, "file") == 20);
    CHECK(value_of(text, "anon") == 10);
}

TEST_CASE("a key without a number and an empty text have no value") {
    CHECK(!value_of("MemTotal: lots kB\n", "MemTotal"));
    CHECK(!value_of("MemTotal:", "MemTotal"));
    CHECK(!value_of("", "MemTotal"));
}

TEST_CASE("the machine has memory, and no more available than there is") {
    const HostMemory memory = host_memory();
    CHECK(memory.total > 0);
    CHECK(memory.available > 0);
    CHECK(memory.available <= memory.total);
}

TEST_CASE("a mapping reads as zero, moves, and gives its place back") {
    const u64 place = 0x2010'0000'0000;
    {
        Mapping mapping(8192, place);
        REQUIRE(reinterpret_cast<u64>(mapping.data()) == place);
        CHECK(mapping.data()[8191] == 0);
        CHECK(Mapping(8192, place).bytes() == 0);  // taken
        Mapping moved = std::move(mapping);
        CHECK(moved.bytes() == 8192);
        moved.data()[0] = 1;
    }
    const Mapping again(4096, place);
    REQUIRE(again.bytes() == 4096);
    CHECK(again.data()[0] == 0);
}

TEST_CASE("a mapping that the system refuses is empty") { CHECK(Mapping(u64{1} << 62).data() == nullptr); }
