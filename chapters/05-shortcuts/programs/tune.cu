// Which shape of tiles is fastest on this GPU? Times the kernel of tunable.cuh in many shapes, in turn with the roofs. The rungs' sizes
// were chosen by this program on an H200; another GPU may have another answer. Arguments: n (default 6300), number of rounds (15).
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/parts/forms.cuh"
#include "chapters/05-shortcuts/parts/roof.cuh"
#include "chapters/05-shortcuts/programs/parts/tunable.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/pad.cuh"
#include "common/cuda/timer.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/statistics.hpp"

namespace {

using namespace forms;

// Forms that no rung uses, to find out what limits those that do. Additions that read one register instead of two.
struct ThreeInputConstant : OfFloat {
    static __device__ float relax(float best, float, float b0, float, float b1) {
        return __int_as_float(
            __vimin3_s32(__float_as_int(b0 + 1.5f), __float_as_int(b1 + 2.5f), __float_as_int(best)));
    }
};
// Minima of three without additions.
struct MinimumOfThree : OfFloat {
    static __device__ float relax(float best, float, float b0, float, float b1) {
        return __int_as_float(__vimin3_s32(__float_as_int(b0), __float_as_int(b1), __float_as_int(best)));
    }
};
// Additions without minima.
struct Additions : OfFloat {
    static __device__ float relax(float best, float a0, float b0, float a1, float b1) {
        return best + (a0 + b0) + (a1 + b1);
    }
};
using tunable::Shape;
using SmallTiles = Shape<64, 64, 32, 64, 8, 8, 8, 2, 6>;  // rung 8's

constexpr std::size_t kTile = 256;  // a multiple of all tiles' sides

struct Candidate {
    std::string name;
    double relaxations;
    std::function<void()> run;
    std::vector<double> milliseconds = {};
};

// Any words: what is timed does not depend on them.
template <class Word>
tunable::Factors<Word> factors(const float* d_and_t, std::size_t nn) {
    const Word* words = reinterpret_cast<const Word*>(d_and_t);
    return {words + nn * nn, nn, words, nn};
}

class Tuner {
  public:
    explicit Tuner(std::size_t n)
        : n_(n), nn_(gpu::padded(n, kTile)), d_(n * n), r_(2 * n * n), d_and_t_(2 * nn_ * nn_) {
        std::vector<float> d(n * n);
        ladder::fill_random(d.data(), d.size(), 5, 0.0f, 1000.0f);
        d_.upload(d.data(), d.size());
        add("pad", static_cast<double>(n) * n,
            [=] { gpu::pad(d_and_t_.data(), d_.data(), n_, nn_, HUGE_VALF); });
    }

    void roof(const char* name, const roof::Form& form) {
        const int rounds = roof::rounds_for(n_);
        add(std::string("roof ") + name, roof::relaxations(rounds, form.results_in_a_word),
            [this, form, rounds] { form.relax(d_.data(), rounds, nullptr); });
    }

    template <class Form, class Shape>
    void shape(const char* form) {
        const double n = static_cast<double>(n_);
        char name[80];
        constexpr const char* kOrders[] = {"", " columns", " turning", " squares"};
        std::snprintf(name, sizeof name, "%-10s %3d×%-3d %3d×%-3d %2d×%-2d k %2d×%d, %d%s", form,
                      Shape::kBlockRows, Shape::kBlockCols, Shape::kWarpRows, Shape::kWarpCols, Shape::kRows,
                      Shape::kCols, Shape::kDepth, Shape::kSlabs, Shape::kResident,
                      kOrders[static_cast<int>(Shape::kOrder)]);
        add(name, n * n * n, [=] {
            tunable::shortcuts<Form, Shape>(reinterpret_cast<typename Form::Result*>(r_.data()), n_,
                                            factors<typename Form::Word>(d_and_t_.data(), nn_));
        });
    }

    // Rung 8's small tiles, the values of k divided among so many blocks; r is not made infinite before.
    void pieces(std::size_t count) {
        const double n = static_cast<double>(n_);
        const std::size_t depth = gpu::padded((n_ + count - 1) / count, SmallTiles::kDepth);
        add("three       64×64 as rung 8 has them, pieces " + std::to_string(count), n * n * n, [=] {
            using tunable::Keep;
            tunable::shortcuts_in_pieces<ThreeInput, SmallTiles, Keep::kSmallerOfMany>(
                r_.data(), n_, depth, factors<float>(d_and_t_.data(), nn_));
        });
    }

    void run(int rounds) {
        gpu::Timer timer;
        for (int round = -1; round < rounds; ++round) {
            for (Candidate& candidate : candidates_) {
                timer.start();
                candidate.run();
                const double milliseconds = timer.stop_ms();
                if (round >= 0) candidate.milliseconds.push_back(milliseconds);
            }
        }
        if (gpu::emulator::present()) {
            std::printf("On the emulator all %zu shapes ran; times need a GPU.\n", candidates_.size());
            return;
        }
        std::printf("n = %zu, medians of %d\n\n%-46s %9s %9s\n", n_, rounds, "", "ms", "T relax/s");
        for (const Candidate& candidate : candidates_) {
            const double milliseconds = ladder::median_of(candidate.milliseconds).value;
            std::printf("%-46s %9.3f %9.3f\n", candidate.name.c_str(), milliseconds,
                        candidate.relaxations / milliseconds * 1e-9);
        }
    }

    // Relaxations per clock and multiprocessor, from the multiprocessors' own clocks: whatever the frequency.
    void roof_per_clock(const char* name, const roof::Form& form) {
        const int rounds = roof::rounds_for(n_);
        const std::size_t blocks = static_cast<std::size_t>(roof::resident_blocks());
        gpu::Buffer<long long> cycles(blocks);
        form.relax(d_.data(), rounds, cycles.data());
        const std::vector<long long> host = cycles.to_host();
        const double longest = static_cast<double>(*std::max_element(host.begin(), host.end()));
        std::printf("roof %-12s %6.1f relaxations per clock and multiprocessor\n", name,
                    roof::kRelaxationsARound * form.results_in_a_word * rounds * roof::kThreads *
                        roof::kResident / longest);
    }

  private:
    void add(const std::string& name, double relaxations, std::function<void()> run) {
        candidates_.push_back({name, relaxations, std::move(run)});
    }

    std::size_t n_, nn_;
    gpu::Buffer<float> d_, r_, d_and_t_;
    std::vector<Candidate> candidates_;
};

template <int... sizes>
void in_all_orders(Tuner& tuner) {
    using tunable::Order;
    tuner.shape<ThreeInput, Shape<sizes..., Order::kRows>>("three");
    tuner.shape<ThreeInput, Shape<sizes..., Order::kColumns>>("three");
    tuner.shape<ThreeInput, Shape<sizes..., Order::kTurning>>("three");
    tuner.shape<ThreeInput, Shape<sizes..., Order::kSquares>>("three");
}

void tune(std::size_t n, int rounds) {
    Tuner tuner(n);
    tuner.roof("ternary", roof::kTernary);
    tuner.roof("fminf", roof::kFminf);
    tuner.roof("three_input", roof::kThreeInput);
    tuner.roof("add_min", roof::kAddMin);
    tuner.roof("add_pairs", roof::kAddPairs);
    tuner.roof("add_min_16", roof::kAddMin16);
    in_all_orders<128, 128, 64, 64, 16, 8, 8, 2, 2>(tuner);
    in_all_orders<128, 64, 32, 64, 8, 8, 16, 2, 3>(tuner);
    tuner.shape<ThreeInput, Shape<128, 128, 64, 64, 16, 8, 4, 4, 2>>("three");
    tuner.shape<ThreeInput, Shape<128, 128, 64, 64, 8, 16, 8, 3, 2>>("three");
    tuner.shape<ThreeInput, Shape<64, 128, 64, 64, 16, 8, 8, 2, 4>>("three");
    tuner.shape<ThreeInput, Shape<64, 64, 32, 64, 8, 8, 8, 2, 6>>("three");
    tuner.shape<ThreeInput, Shape<64, 64, 32, 64, 8, 8, 16, 2, 6>>("three");
    tuner.shape<ThreeInput, Shape<128, 128, 64, 64, 16, 8, 4, 2, 2>>("three");
    for (const std::size_t count : {1, 2, 3, 4}) tuner.pieces(count);
    tuner.shape<Fminf, Shape<128, 128, 64, 64, 16, 8, 8, 2, 2>>("fminf");
    tuner.shape<Fminf, Shape<128, 128, 64, 64, 16, 8, 4, 2, 2>>("fminf");
    tuner.shape<AddMin, Shape<128, 128, 64, 64, 16, 8, 4, 2, 2>>("add_min");
    tuner.shape<AddMin16, Shape<128, 128, 64, 64, 16, 8, 4, 2, 2>>("add_min_16");
    tuner.run(rounds);
    if (gpu::emulator::present()) return;
    std::printf("\n");
    tuner.roof_per_clock("ternary", roof::kTernary);
    tuner.roof_per_clock("fminf", roof::kFminf);
    tuner.roof_per_clock("three_input", roof::kThreeInput);
    tuner.roof_per_clock("constant", roof::compiled<ThreeInputConstant>());
    tuner.roof_per_clock("three_only", roof::compiled<MinimumOfThree>());
    tuner.roof_per_clock("additions", roof::compiled<Additions>());
    tuner.roof_per_clock("add_min", roof::kAddMin);
    tuner.roof_per_clock("add_pairs", roof::kAddPairs);
    tuner.roof_per_clock("add_min_16", roof::kAddMin16);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const bool emulated = gpu::emulator::present();
        if (argc > 3 || (argc > 1 && argv[1][0] == '-'))
            throw std::invalid_argument("it takes a number of vertices and one of rounds, or nothing");
        const std::size_t n = argc > 1 ? ladder::parse_size(argv[1], 1)[0] : emulated ? 300 : 6300;
        const std::size_t rounds = argc > 2 ? ladder::parse_size(argv[2], 1)[0] : emulated ? 0 : 15;
        tune(n, static_cast<int>(rounds));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}
