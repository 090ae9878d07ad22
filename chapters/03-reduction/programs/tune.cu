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
    unsigned threads, in_flight;
    bool in_rows, leaving;
    std::size_t most_blocks;  // per multiprocessor if in rows, else in all
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
          boxes_(kBoxes),
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
            add(ladder::csv_line({machine_.device, machine_.driver, machine_.toolkit, machine_.date, clocks,
                                  number(n), number(candidate.threads), number(candidate.in_flight),
                                  candidate.in_rows ? "rows" : "pieces", candidate.leaving ? "1" : "0",
                                  number(candidate.most_blocks), std::to_string(rounds),
                                  ladder::csv_number(ladder::median_of(candidate.us).value),
                                  ladder::csv_number(cub.value), ladder::csv_number(share.value),
                                  ladder::csv_number(share.low), ladder::csv_number(share.high)}));
        }
    }

    template <unsigned threads, unsigned in_flight, bool in_rows, bool leaving>
    Candidate way(std::size_t most_blocks) {
        return {threads,
                in_flight,
                in_rows,
                leaving,
                most_blocks,
                [=](float* out, const float* in, std::size_t n) {
                    using W = streamed::Way<threads, in_flight, in_rows, leaving>;
                    streamed::launch<W>(out, gpu::Packed<float>(in, n), Plus{}, boxes_.data(),
                                        in_rows ? most_blocks * multiprocessors_ : most_blocks);
                }};
    }

  private:
    static constexpr std::size_t kBoxes = std::size_t{1} << 16;

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

template <unsigned threads, unsigned in_flight, bool leaving>
void add_rows(Search& search, std::vector<Candidate>& all) {
    for (const std::size_t blocks : {1, 2, 3, 4})
        if (blocks * threads <= 2048) all.push_back(search.way<threads, in_flight, true, leaving>(blocks));
}

template <unsigned threads, unsigned in_flight, bool leaving>
void add_pieces(Search& search, std::vector<Candidate>& all) {
    for (const std::size_t blocks : {2112, 2731, 3277, 3641, 4096, 4682, 5462, 8192})
        all.push_back(search.way<threads, in_flight, false, leaving>(blocks));
}

void measure(const std::function<void(const std::string&)>& add) {
    add(ladder::csv_line({"device", "driver", "toolkit", "date", "clocks", "n", "threads", "in_flight", "way",
                          "leaving", "most_blocks", "rounds", "us", "us_cub", "share", "share_low",
                          "share_high"}));
    Search search(std::size_t{1} << 30);
    for (const std::size_t n : {1 << 16, 1 << 18, 1 << 20, 1 << 21, 1 << 22, 1 << 23, 1 << 24}) {
        std::vector<Candidate> all;
        add_rows<256, 4, true>(search, all);
        add_rows<256, 8, true>(search, all);
        add_rows<512, 4, true>(search, all);
        add_rows<512, 8, true>(search, all);
        add_rows<512, 8, false>(search, all);
        add_rows<1024, 4, true>(search, all);
        add_rows<1024, 8, true>(search, all);
        search.measure(n, 500, std::move(all), add);
    }
    for (const std::size_t n : {std::size_t{1} << 26, std::size_t{1} << 28, std::size_t{1} << 30}) {
        std::vector<Candidate> all;
        add_pieces<512, 8, false>(search, all);
        add_pieces<1024, 4, false>(search, all);
        add_pieces<1024, 8, false>(search, all);
        add_pieces<1024, 8, true>(search, all);
        search.measure(n, 100, std::move(all), add);
    }
}

std::string table(const std::string& csv) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(csv);
    if (rows.empty()) throw std::runtime_error("there are no rows in it");
    ladder::TextTable text({"elements", "threads", "packs in\nflight", "", "may leave\nthe cache",
                            "most\nblocks", "us", "share\nof CUB", "\nlow", "\nhigh"});
    for (const ladder::CsvRow& row : rows)
        text.add({row.at("n"), row.at("threads"), row.at("in_flight"), row.at("way"),
                  row.at("leaving") == "1" ? "yes" : "no", row.at("most_blocks"), row.at("us"),
                  row.at("share"), row.at("share_low"), row.at("share_high")});
    const ladder::CsvRow& any = rows.back();
    return "Medians of single cold calls; " + any.at("device") + ", CUDA " + any.at("toolkit") + ", " +
           any.at("date") + ", " + any.at("clocks") +
           ". In rows, most blocks is that of each multiprocessor.\n\n" + text.to_text();
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
