// The search behind the ways in which rung 10 reads an array: each way beside CUB in turn, a single cold call as in the ladder, over
// sums of floats. Prints how many times faster than CUB each is.
//
//     build/03/tune               measures, and prints a table (about 20 seconds on an H200)
//     build/03/tune --csv         measures, and prints CSV
//     build/03/tune --from FILE   the table of such a CSV
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/03-reduction/10_streamed.cu"
#include "chapters/03-reduction/parts/cub_reduce.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/operators.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/csv.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

using Sum = operators::Sum<float>;
// An operator of this program, since the rung is compiled for Sum elsewhere.
struct Plus : Sum {};

struct Candidate {
    unsigned threads, least_blocks, in_flight;
    bool in_rows, leaving;
    streamed::Cut cut;
    std::function<void(float* out, const float* in, std::size_t n)> run;
    std::vector<double> us = {};
};

class Search {
  public:
    // most: the largest number of elements.
    explicit Search(std::size_t most)
        : machine_(ladder::this_machine()),
          multiprocessors_(streamed::device_has(cudaDevAttrMultiProcessorCount)),
          in_(most),
          out_(1),
          boxes_(streamed::kMostBlocks),
          of_cub_(cub_reduce::scratch_bytes<float, Sum>(most)),
          flush_(2 * machine_.l2_bytes) {
        std::vector<float> numbers(std::min<std::size_t>(most, 1 << 24));
        ladder::fill_random(numbers.data(), numbers.size(), 1, -8.0f, 8.0f);
        for (std::size_t first = 0; first < most; first += numbers.size())
            CUDA_CHECK(cudaMemcpy(in_.data() + first, numbers.data(),
                                  std::min(numbers.size(), most - first) * sizeof(float),
                                  cudaMemcpyHostToDevice));
        boxes_.fill_bytes(0);
        of_cub_.fill_bytes(0);
    }

    // Times all candidates and CUB over n elements in turn, and adds a line for each candidate.
    void measure(std::size_t n, int rounds, std::vector<Candidate> candidates,
                 const std::function<void(const std::string&)>& add) {
        std::vector<double> of_cub;
        const float expected = sum_of_cub(n);
        for (Candidate& candidate : candidates) {  // also to warm up
            candidate.run(out_.data(), in_.data(), n);
            const float sum = out_.to_host()[0];
            if (!(std::abs(sum - expected) <= 1e-3f * std::sqrt(static_cast<float>(n))))
                throw std::runtime_error("a candidate's sum differs from CUB's");
        }
        for (int round = 0; round < rounds; ++round) {
            of_cub.push_back(
                time([&] { cub_reduce::reduce(out_.data(), in_.data(), n, Sum{}, of_cub_.data()); }));
            for (Candidate& candidate : candidates)
                candidate.us.push_back(time([&] { candidate.run(out_.data(), in_.data(), n); }));
        }
        const std::string clocks = ladder::current_clocks(machine_);
        const ladder::Median cub = ladder::median_of(of_cub);
        const auto number = [](std::size_t value) { return std::to_string(value); };
        for (const Candidate& candidate : candidates) {
            std::vector<double> shares;
            for (std::size_t k = 0; k < of_cub.size(); ++k) shares.push_back(of_cub[k] / candidate.us[k]);
            const ladder::Median share = ladder::median_of(shares);
            add(ladder::csv_line({machine_.device,
                                  machine_.driver,
                                  machine_.toolkit,
                                  machine_.date,
                                  clocks,
                                  number(n),
                                  number(candidate.threads),
                                  number(candidate.least_blocks),
                                  number(candidate.in_flight),
                                  candidate.in_rows ? "rows" : "pieces",
                                  candidate.leaving ? "1" : "0",
                                  number(candidate.cut.blocks),
                                  number(candidate.cut.long_ones),
                                  number(candidate.cut.packs / candidate.threads),
                                  number(candidate.cut.packs_of_short / candidate.threads),
                                  std::to_string(rounds),
                                  ladder::csv_number(ladder::median_of(candidate.us).value),
                                  ladder::csv_number(cub.value),
                                  ladder::csv_number(share.value),
                                  ladder::csv_number(share.low),
                                  ladder::csv_number(share.high)}));
        }
    }

    template <unsigned threads, unsigned least_blocks, unsigned in_flight, bool leaving>
    void add_rows(std::size_t n, std::vector<Candidate>& all) {
        for (const std::size_t blocks : {1, 2})  // on each multiprocessor
            all.push_back(way<threads, least_blocks, in_flight, true, leaving>(
                streamed::in_rows(packs_in(n), threads, blocks * multiprocessors_)));
    }

    template <unsigned threads, unsigned least_blocks, unsigned in_flight, bool leaving>
    void add_pieces(std::size_t n, const std::vector<std::size_t>& lengths, bool all_as_long,
                    std::vector<Candidate>& all) {
        const auto add = [&](streamed::Pieces pieces) {
            const streamed::Cut cut = streamed::in_pieces(packs_in(n), threads, pieces);
            const bool as_asked = cut.packs == pieces.rows * threads;  // else there would be too many blocks
            if (as_asked) all.push_back(way<threads, least_blocks, in_flight, false, leaving>(cut));
        };
        for (const std::size_t rows : lengths) {
            add({rows, 1, 1});
            if (all_as_long) continue;
            for (const std::size_t part_in_short : {32, 16, 8})
                for (const std::size_t short_in_long : {4, 8}) add({rows, short_in_long, part_in_short});
        }
    }

  private:
    static std::size_t packs_in(std::size_t n) { return n * sizeof(float) / gpu::kPackBytes; }

    template <unsigned threads, unsigned least_blocks, unsigned in_flight, bool in_rows, bool leaving>
    Candidate way(streamed::Cut cut) {
        using W = streamed::Way<threads, least_blocks, in_flight, in_rows, leaving>;
        return {threads,
                least_blocks,
                in_flight,
                in_rows,
                leaving,
                cut,
                [this, cut](float* out, const float* in, std::size_t n) {
                    streamed::launch<W>(out, gpu::Packed<float>(in, n), Plus{}, boxes_.data(), cut);
                }};
    }

    float sum_of_cub(std::size_t n) {
        cub_reduce::reduce(out_.data(), in_.data(), n, Sum{}, of_cub_.data());
        return out_.to_host()[0];
    }

    template <class Run>
    double time(const Run& run) {
        flush_.fill_bytes(0);
        timer_.start();
        run();
        return timer_.stop_ms() * 1e3;
    }

    ladder::Machine machine_;
    std::size_t multiprocessors_;
    gpu::Buffer<float> in_, out_;
    gpu::Buffer<streamed::Word> boxes_;
    gpu::Buffer<char> of_cub_, flush_;
    gpu::Timer timer_;
};

void measure(const std::function<void(const std::string&)>& add) {
    add(ladder::csv_line({"device",      "driver",       "toolkit",       "date",   "clocks",  "n",
                          "threads",     "least_blocks", "in_flight",     "way",    "leaving", "blocks",
                          "long_pieces", "rows_of_long", "rows_of_short", "rounds", "us",      "us_cub",
                          "share",       "share_low",    "share_high"}));
    Search search(std::size_t{1} << 30);
    for (const int bits : {16, 18, 20, 21, 22, 23, 24, 25, 26}) {
        const std::size_t n = std::size_t{1} << bits;
        std::vector<Candidate> all;
        search.add_rows<256, 1, 4, true>(n, all);
        search.add_rows<256, 1, 8, true>(n, all);
        search.add_rows<512, 1, 4, true>(n, all);
        search.add_rows<512, 2, 8, true>(n, all);
        search.add_rows<512, 4, 8, true>(n, all);
        search.add_rows<1024, 1, 8, true>(n, all);
        search.add_pieces<256, 1, 8, true>(n, {2, 4, 8, 16}, true, all);
        search.add_pieces<512, 2, 8, false>(n, {8, 16}, true, all);
        search.add_pieces<512, 2, 8, true>(n, {1, 2, 4, 8, 16, 32}, true, all);
        search.add_pieces<512, 4, 8, true>(n, {8, 16}, true, all);
        search.add_pieces<1024, 2, 8, true>(n, {2, 4, 8, 16}, true, all);
        search.measure(n, bits <= 24 ? 300 : 100, std::move(all), add);
    }
    for (const int bits : {28, 30}) {
        const std::size_t n = std::size_t{1} << bits;
        const std::vector<std::size_t> lengths{8, 16, 32, 56, 64, 112, 168, 224};
        std::vector<Candidate> all;
        search.add_pieces<512, 2, 8, false>(n, lengths, false, all);
        search.add_pieces<1024, 1, 8, false>(n, lengths, false, all);
        search.add_pieces<1024, 2, 8, false>(n, lengths, false, all);
        search.add_pieces<1024, 1, 8, true>(n, {8, 16}, true, all);
        search.measure(n, 100, std::move(all), add);
    }
}

std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    ladder::TextTable text({"elements", "threads", "room for\nblocks", "packs in\nflight", "",
                            "may leave\nthe cache", "blocks", "pieces", "of rows", "and rows", "us",
                            "share\nof CUB", "\nlow", "\nhigh"});
    for (const ladder::CsvRow& row : rows)
        text.add({row.at("n"), row.at("threads"), row.at("least_blocks"), row.at("in_flight"), row.at("way"),
                  row.at("leaving") == "1" ? "yes" : "no", row.at("blocks"), row.at("long_pieces"),
                  row.at("rows_of_long"), row.at("rows_of_short"), row.at("us"), row.at("share"),
                  row.at("share_low"), row.at("share_high")});
    const ladder::CsvRow& any = rows.back();
    return "Medians of single cold calls; " + any.at("device") + ", CUDA " + any.at("toolkit") + ", " +
           any.at("date") + ", " + any.at("clocks") + ".\n\n" + text.to_text();
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/03/tune";
    program.measure = measure;
    program.table = table;
    program.on_emulator = [] { std::puts("There are no times on the emulator."); };
    return ladder::run(program, argc, argv);
}
