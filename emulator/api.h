/* Functions by which a program asks the emulator for the counters and findings of the kernels it launched, and tells it what
 * its arrays are called.
 *
 * The emulator's libcudart.so.13 exports them; NVIDIA's does not. So programs do not link against them:
 * common/cuda/counters.hpp and annotate.hpp look them up at run time and say "none" or nothing if they are missing.
 */
#ifndef EMULATOR_API_H
#define EMULATOR_API_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Launches since the program began, numbered from 1. */
uint64_t simt_launch_count(void);

/* Calls of the CUDA runtime since the program began. Waits for the end of a call that runs on another thread. */
uint64_t simt_call_count(void);

/* Calls so far, refused ones included, of the runtime functions whose names begin so: "cudaMemcpy" for all copies. Launches, by
 * whichever function, are called "kernel launch". */
uint64_t simt_calls_of(const char* beginning);

/* The name of the newest of these calls; "" if there was none. The text stays valid until the next call of this function on this
 * thread. */
const char* simt_latest_call_of(const char* beginning);

/* Bytes of device memory that are allocated now, by whichever function. Variables of the program do not count. */
uint64_t simt_allocated_bytes(void);

/* From now on the device has so many bytes in all, if it has not fewer: allocations beyond them fail with
 * cudaErrorMemoryAllocation. What is allocated already counts. UINT64_MAX takes the limit away. */
void simt_limit_memory(uint64_t bytes);

/* From now on, until simt_remove_decoys, a copy of `decoy` from the host gives the device `real`. Both have so many bytes, in rows of
 * row_bytes; a copy may have other bytes between the rows. So the host does not know what the device computes with. Nothing happens
 * if bytes or row_bytes is 0. */
void simt_add_decoy(const void* decoy, const void* real, uint64_t bytes, uint64_t row_bytes);
void simt_remove_decoys(void);

/* 1 if, since the first decoy was added, one copy to the host had the rows of this array, in their order; else 0. */
int simt_reached_host(const void* array, uint64_t bytes, uint64_t row_bytes);

/* Bytes that were copied from the device to the host since then. */
uint64_t simt_bytes_to_host(void);

/* A counter of a launch by its key in simt --json: "global_load_sectors", or "cc1.3.volume_bytes" of an access model.
 * Returns 0 and sets *value, or -1 if there is no such launch or key. */
int simt_launch_counter(uint64_t launch, const char* key, double* value);

/* The names of the counters that are sums over a launch's instructions: index 0, 1, …; NULL beyond the last. */
const char* simt_counter_name(unsigned index);

/* The shape of the launch. Returns 0, or -1 if there is no such launch. */
int simt_launch_shape(uint64_t launch, unsigned grid[3], unsigned block[3]);

/* A counter of each source line of the launch, as one line of text each: "COUNT LINE FILE". The text stays valid until the
 * next call of this function on this thread. NULL if there is no such launch or if lines have no such counter. */
const char* simt_launch_lines(uint64_t launch, const char* key);

/* Why the launch ended early, for example a deadlock; "" if it did not. Valid as above. */
const char* simt_launch_message(uint64_t launch);

/* Counts later launches by these access models too, besides those of --model: "cc1.3,cc2.0", or "" for none. Returns 0, or
 * -1 if a name is no model; then nothing has changed. */
int simt_count_models(const char* names);

/* What the checks found in the launch, as printed on stderr; "" if nothing. Valid as above. */
const char* simt_launch_report(uint64_t launch);

/* The newest finding that belongs to a call, not to a launch, such as a copy of memory that no kernel has written; "" if there
 * was none. Valid as above. */
const char* simt_call_report(void);

/* Names a matrix in device memory for traces and findings: its element in row 0 and column 0 is at `first`, and a row begins
 * `pitch` elements behind the one before. Naming it again replaces the name and the shape. Returns 0, or -1, after a sentence on
 * stderr, if that memory is not the device's or the matrix does not fit into its allocation. */
int simt_annotate(const void* first, uint64_t rows, uint64_t columns, uint64_t pitch, unsigned element_bytes,
                  const char* name);

/* The number of findings so far, of all checks. */
uint64_t simt_finding_count(void);

#ifdef __cplusplus
}
#endif
#endif
