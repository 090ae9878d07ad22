// The model reproduces the figures of seed 003 §5.1-5.2. Errors of the text are noted where they are tested.
#include "common/dram/dram.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace dram;

namespace {

using Elements = std::vector<std::uint64_t>;

std::vector<unsigned> round_robin(unsigned banks, unsigned accesses) {
    std::vector<unsigned> bank_of_access(accesses);
    for (unsigned k = 0; k < accesses; ++k) bank_of_access[k] = k % banks;
    return bank_of_access;
}

double utilisation(unsigned banks, Timing timing) {
    return run_channel(round_robin(banks, 10'000 * banks), banks, timing).utilisation();
}

double random_utilisation(unsigned banks, unsigned window) {
    std::mt19937 random(7);
    std::vector<unsigned> bank_of_access(100'000);
    for (unsigned& bank : bank_of_access) bank = static_cast<unsigned>(random() % banks);
    return run_channel(bank_of_access, banks, {20, 1}, window).utilisation();
}

std::vector<std::pair<unsigned, unsigned>> channels_and_banks(const Elements& elements) {
    std::vector<std::pair<unsigned, unsigned>> places;
    for (std::uint64_t element : elements) {
        const Place place = place_of(element, {});
        const std::pair<unsigned, unsigned> both{place.channel, place.bank};
        if (places.empty() || places.back() != both) places.push_back(both);
    }
    return places;
}

}  // namespace

TEST_CASE("a 64-bit DDR bus at 1 GHz moves 16 GB/s; 32 GB/s take 2 channels, 128 GB/s take 8") {
    const double channel = ddr_bandwidth(64, 1e9);
    CHECK(channel == 16e9);
    CHECK(channels_needed(32e9, channel) == 2);
    CHECK(channels_needed(128e9, channel) == 8);
    CHECK(channels_needed(33e9, channel) == 3);
}

TEST_CASE("one bank with latency to transfer 20:1 uses 1/21 of its bus: 0.76 of 16 GB/s") {
    const ChannelRun run = run_channel(round_robin(1, 1000), 1, {20, 1});
    CHECK(run.busy == 1000);
    CHECK(run.time == 21'000);
    CHECK(run.utilisation() == doctest::Approx(0.048).epsilon(0.01));
    CHECK(run.utilisation() * ddr_bandwidth(64, 1e9) == doctest::Approx(0.762e9).epsilon(0.001));
}

TEST_CASE("a second bank doubles the use of the bus") {
    CHECK(utilisation(2, {20, 1}) == doctest::Approx(2.0 / 21).epsilon(0.001));
}

TEST_CASE("R + 1 banks saturate a bus, R do not, more bring nothing") {
    for (unsigned ratio : {1u, 4u, 20u}) {
        const Timing timing{ratio, 1};
        for (unsigned banks = 1; banks <= ratio; ++banks)
            CHECK(utilisation(banks, timing) == doctest::Approx(banks / (ratio + 1.0)).epsilon(0.001));
        CHECK(utilisation(ratio + 1, timing) > 0.999);
        CHECK(utilisation(ratio + 5, timing) > 0.999);
    }
    CHECK(utilisation(4, {6, 2}) > 0.999);  // only the ratio matters
}

TEST_CASE("accesses that all want one bank get 1/21 of the bus however many banks there are") {
    CHECK(run_channel(std::vector<unsigned>(1000, 5), 32, {20, 1}).utilisation() ==
          doctest::Approx(1.0 / 21));
}

TEST_CASE("with random banks R + 1 are not enough: conflicts leave the bus idle, more banks help") {
    const double at_21 = random_utilisation(21, 64), at_64 = random_utilisation(64, 64);
    CHECK(at_21 < 0.9);
    CHECK(at_64 > at_21 + 0.1);
    CHECK(random_utilisation(64, 8) < 0.4);  // too few reads in flight
}

TEST_CASE("few reads in flight leave banks idle, as few banks do") {
    const std::vector<unsigned> accesses = round_robin(32, 32'000);
    CHECK(run_channel(accesses, 32, {20, 1}, 1).utilisation() == doctest::Approx(1.0 / 21));
    CHECK(run_channel(accesses, 32, {20, 1}, 10).utilisation() == doctest::Approx(10.0 / 21).epsilon(0.001));
    CHECK(run_channel(accesses, 32, {20, 1}, 32).utilisation() > 0.99);
}

TEST_CASE("no reads take no time") {
    const ChannelRun run = run_channel({}, 4, {20, 1});
    CHECK(run.time == 0);
    CHECK(run.utilisation() == 0);
}

TEST_CASE("Figure 5.9: two elements to a burst, four channels, then the next bank") {
    // The text puts M[6] and M[7] in bank 1 of channel 0; they are in bank 0 of channel 3, and M[8] and M[9] follow.
    const unsigned channel[] = {0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1};
    const unsigned bank[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0};
    for (unsigned element = 0; element < 20; ++element) {
        CHECK(place_of(element, {}).channel == channel[element]);
        CHECK(place_of(element, {}).bank == bank[element]);
    }
}

TEST_CASE("Figure 5.11: the elements of M that each block loads in each phase") {
    CHECK(m_tile(4, 2, 0, 0) == Elements{0, 1, 4, 5});
    CHECK(m_tile(4, 2, 0, 1) == Elements{8, 9, 12, 13});  // the figure prints M[19] instead of M[9]
    CHECK(m_tile(4, 2, 1, 0) == Elements{2, 3, 6, 7});
    CHECK(m_tile(4, 2, 1, 1) == Elements{10, 11, 14, 15});
    CHECK(n_tile(4, 2, 0, 1) == Elements{2, 3, 6, 7});
    CHECK(n_tile(4, 2, 1, 0) == Elements{8, 9, 12, 13});
}

TEST_CASE("Figure 5.11: phase 0 reads both banks of channels 0 and 2, phase 1 those of channels 1 and 3") {
    using Places = std::vector<std::pair<unsigned, unsigned>>;
    CHECK(channels_and_banks(m_phase(4, 2, 0)) == Places{{0, 0}, {2, 0}, {0, 1}, {2, 1}});
    CHECK(channels_and_banks(m_phase(4, 2, 1)) == Places{{1, 0}, {3, 0}, {1, 1}, {3, 1}});
    const Usage usage = load(m_phase(4, 2, 0), {});
    CHECK(usage.channels_used() == 2);
    CHECK(usage.banks_used() == 4);
    CHECK(usage.reads() == 4);
    CHECK(usage.elements_moved == usage.elements);
    CHECK(usage.time == 22);  // two banks of a channel in parallel, their bursts one after the other
}

TEST_CASE("8x8: M in one phase uses one channel, not all four as the text has it; N uses all") {
    for (unsigned phase = 0; phase < 4; ++phase) {
        const Usage m = load(m_phase(8, 2, phase), {});
        CHECK(m.channels_used() == 1);
        CHECK(m.bursts[phase] == std::vector<unsigned>{4, 4});
        CHECK(
            m.time ==
            85);  // four rounds of 21 with two banks side by side, the second's last transfer behind the first's
        const Usage n = load(n_phase(8, 2, phase), {});
        CHECK(n.channels_used() == 4);
        CHECK(n.banks_used() == 8);
        CHECK(n.time == 22);
    }
}

TEST_CASE("16x16: M in one phase uses one bank of one channel") {
    const Usage usage = load(m_phase(16, 2, 0), {});
    CHECK(usage.banks_used() == 1);
    CHECK(usage.time == 16 * 21);
}

TEST_CASE(
    "what spreads M over all channels: rows that do not divide evenly, or tiles as wide as all channels' "
    "bursts") {
    CHECK(load(m_phase(10, 2, 0), {}).channels_used() == 4);
    CHECK(load(m_phase(8, 8, 0), {}).channels_used() == 4);
    CHECK(load(m_phase(16, 8, 1), {}).channels_used() == 4);
}

TEST_CASE("longer bursts need wider tiles: two elements of four leave half of each burst unused") {
    const Geometry four{4, 2, 4};
    const Usage narrow = load(m_phase(8, 2, 0), four);
    CHECK(narrow.elements_moved == 2 * narrow.elements);
    const Usage wide = load(m_phase(8, 4, 0), four);
    CHECK(wide.elements_moved == wide.elements);
    CHECK(load(n_phase(8, 2, 0), four).channels_used() == 4);
    CHECK(load(n_phase(4, 2, 0), four).channels_used() == 2);
}
