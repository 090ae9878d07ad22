// Stream capture: from cudaStreamBeginCapture to cudaStreamEndCapture, the work that the program issues in a stream
// becomes nodes of a graph and does not run.
//
// A capture begins in one stream, its origin. Another stream joins it by waiting for an event that was recorded in a
// stream of the capture. A call that does not fit a capture under way fails, and the capture is invalid from then on.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "emulator/runtime/graphs/graph.hpp"
#include "emulator/runtime/streams.hpp"

namespace simt::runtime {

struct Capture {
    std::shared_ptr<Graph> graph;
    u64 id = 0;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread;
    Stream* origin = nullptr;
    std::vector<Stream*> streams = {};  // the origin too
    bool owns_graph = true;             // false: it captures into a graph of the program
    bool invalid = false;
    bool ended = false;
};

// Whether the work of this stream is captured. Throws a Failure if the capture is invalid.
bool is_capturing(cudaStream_t stream);

// Adds a node to the capture of the stream. It waits for the stream's last captured work.
Node& capture(cudaStream_t stream, Work work);

// Runs the work in the stream, or adds it to the capture.
void enqueue_or_capture(cudaStream_t stream, Work work);

// Throws cudaErrorStreamCaptureUnsupported and invalidates the captures that forbid an unsafe call, such as cudaMalloc, in this
// thread (cudaThreadExchangeStreamCaptureMode).
void check_unsafe_call();

// Of Streams, for calls about streams and events.
void refuse_if_capturing(Stream& stream);  // cudaErrorStreamCaptureUnsupported; the capture is invalid then
void refuse_if_implicit(int device);       // for its legacy stream: cudaErrorStreamCaptureImplicit
// cudaErrorCapturedEvent, and the capture is invalid then; cudaErrorInvalidValue once the capture has ended or is invalid. As an H200
// answers.
void refuse_if_captured(const Event& event);
void record_captured(Event& event, const Stream& stream);
// The stream waits for an event; at least one of them belongs to a capture.
void wait_captured(Stream& stream, const Event& event);
void leave_capture(Stream& stream);  // the stream is destroyed

}  // namespace simt::runtime
