/* What a program can ask the emulator about itself: the counters and findings of the kernels it launched.
 *
 * The emulator's libcudart.so.13 exports these beside the CUDA runtime's functions; NVIDIA's does not. Programs do not
 * link against them: common/cuda/counters.hpp looks them up at run time and says "none" where they are missing.
 */
#ifndef EMULATOR_API_H
#define EMULATOR_API_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Launches since the program began. Launch k, 1 <= k <= count, is described below; all calls synchronise first. */
uint64_t simt_launch_count(void);

/* Counter `key` (the keys of simt --json: "global_load_sectors" …) of launch `launch`; of an access model, its name before the
 * key: "cc1.3.volume_bytes". Returns 0 and sets *value, or -1 if there is no such launch or key. */
int simt_launch_counter(uint64_t launch, const char* key, double* value);

/* The names of the counters that are sums over a launch's instructions: index 0, 1, …; NULL beyond the last. */
const char* simt_counter_name(unsigned index);

/* The shape of the launch. Returns 0, or -1 if there is no such launch. */
int simt_launch_shape(uint64_t launch, unsigned grid[3], unsigned block[3]);

/* Counter `key` of the launch's source lines, as far as a line has it ("global_load_sectors"): a line of text for each, "COUNT LINE
 * FILE". The text stays valid until the next call of this function on this thread; NULL if there is no such launch or key. */
const char* simt_launch_lines(uint64_t launch, const char* key);

/* What ended the launch before its end, a deadlock for example; "" if nothing did. Valid as above. */
const char* simt_launch_message(uint64_t launch);

/* The launches from now on are counted by these access models too, as if by --model: "cc1.3,cc2.0", or "" for none beside those of
 * --model. Returns 0, or -1 if one of them is no model; then nothing has changed. */
int simt_count_models(const char* names);

/* What the checks found in the launch, in the words that they print on stderr; "" if they found nothing. Valid as above. */
const char* simt_launch_report(uint64_t launch);

/* Findings of all checks so far, over all launches. */
uint64_t simt_finding_count(void);

#ifdef __cplusplus
}
#endif
#endif
