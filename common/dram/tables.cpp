// One function for each table. All figures are computed with dram.hpp's model when a table is printed.
#include "common/dram/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <vector>

#include "common/dram/dram.hpp"

namespace dram {
namespace {

constexpr Timing kTiming{20, 1};
constexpr unsigned kTile = 2;

using Row = std::vector<std::string>;

// A Markdown table with aligned columns. The first row holds the headings.
std::string table_text(const std::vector<Row>& rows) {
    std::vector<std::size_t> width(rows.front().size());
    for (const Row& row : rows)
        for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], row[k].size());
    std::string text;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t k = 0; k < width.size(); ++k) text += fmt::format("| {:<{}} ", rows[r][k], width[k]);
        text += "|\n";
        if (r != 0) continue;
        for (std::size_t columns : width) text += "|" + std::string(columns + 2, '-');
        text += "|\n";
    }
    return text;
}

std::string gigabytes(double bytes) { return fmt::format("{:.3g} GB/s", bytes / 1e9); }

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string bus_text() {
    const double channel = ddr_bandwidth(64, 1e9);
    std::vector<Row> rows = {{"wanted", "channels of 64 bits, 1 GHz, DDR"}};
    for (double wanted : {16e9, 32e9, 128e9})
        rows.push_back({gigabytes(wanted), fmt::format("{}", channels_needed(wanted, channel))});
    return fmt::format("One channel: 8 bytes x 2 transfers x 1 GHz = {}.\n\n", gigabytes(channel)) +
           table_text(rows);
}

double in_turn(unsigned banks) {
    std::vector<unsigned> accesses(10'000 * banks);
    for (std::size_t k = 0; k < accesses.size(); ++k) accesses[k] = static_cast<unsigned>(k % banks);
    return run_channel(accesses, banks, kTiming).utilisation();
}

double at_random(unsigned banks, unsigned window) {
    std::mt19937 random(1);
    std::vector<unsigned> accesses(200'000);
    for (unsigned& bank : accesses) bank = static_cast<unsigned>(random() % banks);
    return run_channel(accesses, banks, kTiming, window).utilisation();
}

std::string banks_text() {
    const double channel = ddr_bandwidth(64, 1e9);
    std::vector<Row> rows = {
        {"banks", "in turn", "of 16 GB/s", "random, 64 in flight", "random, 8 in flight"}};
    for (unsigned banks : {1u, 2u, 4u, 8u, 16u, 20u, 21u, 22u, 32u, 64u, 128u})
        rows.push_back({fmt::format("{}", banks), percent(in_turn(banks)),
                        gigabytes(in_turn(banks) * channel), percent(at_random(banks, 64)),
                        percent(at_random(banks, 8))});
    return "How much of the time the bus moves data, latency : transfer = 20 : 1.\n\n" + table_text(rows);
}

// "M[0] M[1]" of each bank of each channel.
std::string interleaving_text() {
    const Geometry geometry;
    std::vector<Row> rows = {{""}};
    for (unsigned channel = 0; channel < geometry.channels; ++channel)
        rows[0].push_back(fmt::format("channel {}", channel));
    for (unsigned bank = 0; bank < geometry.banks; ++bank) {
        rows.push_back({fmt::format("bank {}", bank)});
        for (unsigned channel = 0; channel < geometry.channels; ++channel) {
            std::string elements;
            for (unsigned element = 0; element < 16; ++element) {
                const Place place = place_of(element, geometry);
                if (place.channel == channel && place.bank == bank)
                    elements += fmt::format("M[{}] ", element);
            }
            elements.pop_back();
            rows.back().push_back(elements);
        }
    }
    return table_text(rows);
}

std::string elements_text(const std::vector<std::uint64_t>& elements) {
    std::string text;
    for (std::uint64_t element : elements) text += fmt::format("{}M[{}]", text.empty() ? "" : ", ", element);
    return text;
}

// "channel 0: 1 + 1 bursts": the bursts of each bank, without channels that have none.
std::string usage_text(const Usage& usage) {
    std::string text;
    for (std::size_t channel = 0; channel < usage.bursts.size(); ++channel) {
        std::string banks;
        unsigned sum = 0;
        for (unsigned count : usage.bursts[channel]) {
            banks += fmt::format("{}{}", banks.empty() ? "" : "+", count);
            sum += count;
        }
        if (sum != 0) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", channel, banks);
    }
    return text;
}

std::string loads_text() {
    std::vector<Row> rows = {
        {"phase", "blocks (0,0), (0,1)", "blocks (1,0), (1,1)", "channel: bursts of bank 0 + bank 1"}};
    for (unsigned phase = 0; phase < 2; ++phase)
        rows.push_back({fmt::format("{}", phase), elements_text(m_tile(4, kTile, phase, 0)),
                        elements_text(m_tile(4, kTile, phase, 1)),
                        usage_text(load(m_phase(4, kTile, phase), {}))});
    return "Elements of a 4x4 matrix M, 2x2 tiles. Blocks of one row load the same tile.\n\n" +
           table_text(rows);
}

Row larger_row(const char* matrix, const std::string& size, const std::vector<std::uint64_t>& elements,
               const Geometry& geometry) {
    const Usage usage = load(elements, geometry, kTiming);
    return {size,
            matrix,
            usage_text(usage),
            fmt::format("{} of {}", usage.channels_used(), geometry.channels),
            fmt::format("{}", usage.time),
            fmt::format("{:.2f}", static_cast<double>(usage.time) / usage.reads())};
}

std::string larger_text() {
    struct Case {
        unsigned n, tile;
    };
    std::vector<Row> rows = {
        {"product", "loads", "channel: bursts of bank 0 + bank 1", "channels", "time", "time a burst"}};
    for (const auto& [n, tile] :
         {Case{4, 2}, Case{8, 2}, Case{16, 2}, Case{10, 2}, Case{8, 8}, Case{16, 8}}) {
        const std::string size = fmt::format("{0}x{0}, {1}x{1} tiles", n, tile);
        rows.push_back(larger_row("M", size, m_phase(n, tile, 0), {}));
        rows.push_back(larger_row("N", size, n_phase(n, tile, 0), {}));
    }
    return "Phase 0 of all blocks. Time is in transfers of a burst; reaching a bank's cells takes 20.\n\n" +
           table_text(rows);
}

// The smallest matrix, in steps of its tile size, whose loads of N in phase 0 touch all banks of all channels.
unsigned smallest_for_all_banks(const Geometry& geometry) {
    unsigned n = kTile;
    while (load(n_phase(n, kTile, 0), geometry).banks_used() < geometry.channels * geometry.banks) n += kTile;
    return n;
}

std::string bursts_text() {
    std::vector<Row> rows = {
        {"elements a burst", "smallest matrix for all banks", "of bursts used, 2x2 tiles of M", "8x8 tiles"}};
    for (unsigned burst : {2u, 4u, 8u, 16u}) {
        const Geometry geometry{4, 2, burst};
        const auto used = [&geometry](unsigned tile) {
            const Usage usage = load(m_phase(64, tile, 0), geometry);
            return percent(static_cast<double>(usage.elements) / static_cast<double>(usage.elements_moved));
        };
        const unsigned n = smallest_for_all_banks(geometry);
        rows.push_back({fmt::format("{}", burst), fmt::format("{0}x{0}", n), used(2), used(8)});
    }
    return "Phase 0, 4 channels of 2 banks: the n of the smallest n x n product whose loads of N reach every "
           "bank, and how\n"
           "much of what the bursts bring a 64x64 product's loads of M use.\n\n" +
           table_text(rows);
}

constexpr Section kSections[] = {
    {"bus", "Bandwidth of a bus", bus_text},
    {"banks", "Banks for a channel", banks_text},
    {"interleaving", "Where M[0] to M[15] lie (Figure 5.9)", interleaving_text},
    {"loads", "What each phase loads (Figure 5.11)", loads_text},
    {"larger", "Larger matrices, wider tiles", larger_text},
    {"bursts", "Longer bursts", bursts_text},
};

}  // namespace

std::span<const Section> sections() { return kSections; }

}  // namespace dram
