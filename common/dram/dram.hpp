// A small model of DRAM (bursts, banks and channels) that shows why a GPU wants neighbouring threads to read
// neighbouring addresses.
//
// It is the model of Kirk and Hwu, Programming Massively Parallel Processors, §5.1-5.2 (Figures 5.7 to 5.11). A
// channel is a bus that one burst crosses at a time. A bank needs a long time to bring a burst out of its cells and
// then hands it to the bus. Addresses are distributed burst by burst, first over the channels, then over the banks.
// Compare with emulator/cost/access_models.hpp, which counts the sectors that a GPU's memory system asks of its DRAM.
#pragma once

#include <cstdint>
#include <vector>

namespace dram {

// Bytes per second of a double data rate bus: two transfers a clock cycle, one on each edge.
double ddr_bandwidth(unsigned width_bits, double clock_hz);

// The number of channels that together deliver at least `wanted` bytes per second.
unsigned channels_needed(double wanted, double channel_bandwidth);

// Durations, in any one unit: bringing a burst out of a bank's cells, and moving it over the bus.
struct Timing {
    std::uint64_t latency = 20;
    std::uint64_t transfer = 1;
};

struct ChannelRun {
    std::uint64_t time = 0;  // until the last burst has crossed the bus
    std::uint64_t busy = 0;  // of which the bus was moving data
    double utilisation() const {
        return time == 0 ? 0 : static_cast<double>(busy) / static_cast<double>(time);
    }
};

// Runs reads through one channel, access by access. bank_of_access[k] is the bank (0 … banks - 1) of read k. Reads of
// one bank are served in order, one at a time; the bus takes bursts in the order in which they are ready. At most
// `window` reads are in flight at once (issued and not yet answered); 0: no limit.
ChannelRun run_channel(const std::vector<unsigned>& bank_of_access, unsigned banks, Timing timing,
                       unsigned window = 0);

// How elements are distributed. The defaults are those of Figure 5.9.
struct Geometry {
    unsigned channels = 4;
    unsigned banks = 2;           // for each channel
    unsigned burst_elements = 2;  // consecutive elements in a burst
};

struct Place {
    unsigned channel = 0, bank = 0;
    std::uint64_t burst = 0;  // the number of its burst in the array
    bool operator==(const Place&) const = default;
};

Place place_of(std::uint64_t element, const Geometry& geometry);

// Indices of the elements of an n × n matrix (row-major) that one block loads in one phase of the tiled product P = M
// · N (Kirk and Hwu, Figure 5.6); blocks and tiles are tile × tile. M's tile depends on the block's row, N's on its
// column.
std::vector<std::uint64_t> m_tile(unsigned n, unsigned tile, unsigned phase, unsigned block_row);
std::vector<std::uint64_t> n_tile(unsigned n, unsigned tile, unsigned phase, unsigned block_column);

// The same for all blocks of the grid, which run in parallel. A tile that several blocks load is counted once (the
// cache joins the loads).
std::vector<std::uint64_t> m_phase(unsigned n, unsigned tile, unsigned phase);
std::vector<std::uint64_t> n_phase(unsigned n, unsigned tile, unsigned phase);

// The DRAM's work for loading some elements.
struct Usage {
    std::vector<std::vector<unsigned>> bursts;  // [channel][bank]: distinct bursts read
    std::uint64_t elements = 0;                 // wanted
    std::uint64_t elements_moved = 0;           // in all bursts
    std::uint64_t time = 0;                     // of the slowest channel

    unsigned reads() const;  // bursts of all channels and banks
    unsigned channels_used() const;
    unsigned banks_used() const;
};

Usage load(const std::vector<std::uint64_t>& elements, const Geometry& geometry, Timing timing = {});

}  // namespace dram
