// The model of dram.hpp, event by event.
#include "common/dram/dram.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <queue>
#include <set>

namespace dram {

double ddr_bandwidth(unsigned width_bits, double clock_hz) { return width_bits / 8.0 * 2 * clock_hz; }

unsigned channels_needed(double wanted, double channel_bandwidth) {
    return static_cast<unsigned>(std::ceil(wanted / channel_bandwidth));
}

ChannelRun run_channel(const std::vector<unsigned>& bank_of_access, unsigned banks, Timing timing,
                       unsigned window) {
    struct Ready {
        std::uint64_t time;
        std::size_t access;
        bool operator>(const Ready& other) const {
            return time != other.time ? time > other.time : access > other.access;
        }
    };
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>>
        ready;                                            // bursts that have left their cells, by time
    std::vector<std::deque<std::size_t>> waiting(banks);  // the first of each bank is being served
    std::size_t next = 0;

    // Issues the next read; its bank starts at once if it is idle.
    const auto ask = [&](std::uint64_t now) {
        if (next == bank_of_access.size()) return;
        std::deque<std::size_t>& queue = waiting[bank_of_access[next]];
        queue.push_back(next);
        if (queue.size() == 1) ready.push({now + timing.latency, next});
        ++next;
    };
    const std::size_t first = window == 0 ? bank_of_access.size() : window;
    for (std::size_t k = 0; k < first; ++k) ask(0);

    ChannelRun run;
    while (!ready.empty()) {
        const Ready burst = ready.top();
        ready.pop();
        run.time = std::max(run.time, burst.time) + timing.transfer;
        run.busy += timing.transfer;
        std::deque<std::size_t>& queue = waiting[bank_of_access[burst.access]];
        queue.pop_front();
        if (!queue.empty()) ready.push({run.time + timing.latency, queue.front()});
        ask(run.time);
    }
    return run;
}

Place place_of(std::uint64_t element, const Geometry& geometry) {
    const std::uint64_t burst = element / geometry.burst_elements;
    return {static_cast<unsigned>(burst % geometry.channels),
            static_cast<unsigned>(burst / geometry.channels % geometry.banks), burst};
}

std::vector<std::uint64_t> m_tile(unsigned n, unsigned tile, unsigned phase, unsigned block_row) {
    std::vector<std::uint64_t> elements;
    for (unsigned ty = 0; ty < tile; ++ty)
        for (unsigned tx = 0; tx < tile; ++tx) {
            const std::uint64_t row = std::uint64_t{block_row} * tile + ty,
                                column = std::uint64_t{phase} * tile + tx;
            if (row < n && column < n) elements.push_back(row * n + column);
        }
    return elements;
}

std::vector<std::uint64_t> n_tile(unsigned n, unsigned tile, unsigned phase, unsigned block_column) {
    // N's tiles lie like M's, with the phase and the block's number exchanged.
    return m_tile(n, tile, block_column, phase);
}

std::vector<std::uint64_t> m_phase(unsigned n, unsigned tile, unsigned phase) {
    std::vector<std::uint64_t> all;
    for (unsigned block_row = 0; block_row * tile < n; ++block_row)
        for (std::uint64_t element : m_tile(n, tile, phase, block_row)) all.push_back(element);
    return all;
}

std::vector<std::uint64_t> n_phase(unsigned n, unsigned tile, unsigned phase) {
    std::vector<std::uint64_t> all;
    for (unsigned block_column = 0; block_column * tile < n; ++block_column)
        for (std::uint64_t element : n_tile(n, tile, phase, block_column)) all.push_back(element);
    return all;
}

unsigned Usage::reads() const {
    unsigned sum = 0;
    for (const auto& banks : bursts) sum = std::accumulate(banks.begin(), banks.end(), sum);
    return sum;
}

unsigned Usage::channels_used() const {
    return static_cast<unsigned>(std::count_if(bursts.begin(), bursts.end(), [](const auto& banks) {
        return std::any_of(banks.begin(), banks.end(), [](unsigned count) { return count != 0; });
    }));
}

unsigned Usage::banks_used() const {
    unsigned used = 0;
    for (const auto& banks : bursts)
        used += static_cast<unsigned>(
            std::count_if(banks.begin(), banks.end(), [](unsigned count) { return count != 0; }));
    return used;
}

Usage load(const std::vector<std::uint64_t>& elements, const Geometry& geometry, Timing timing) {
    Usage usage;
    usage.bursts.assign(geometry.channels, std::vector<unsigned>(geometry.banks));
    usage.elements = elements.size();
    std::vector<std::vector<unsigned>> accesses(geometry.channels);  // banks, in the order of the reads
    std::set<std::uint64_t> seen;
    for (std::uint64_t element : elements) {
        const Place place = place_of(element, geometry);
        if (!seen.insert(place.burst).second) continue;
        ++usage.bursts[place.channel][place.bank];
        accesses[place.channel].push_back(place.bank);
        usage.elements_moved += geometry.burst_elements;
    }
    for (const std::vector<unsigned>& channel : accesses)
        usage.time = std::max(usage.time, run_channel(channel, geometry.banks, timing).time);
    return usage;
}

}  // namespace dram
