// See capture.hpp.
#include "emulator/runtime/graphs/capture.hpp"

#include <algorithm>
#include <utility>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/entry_points.hpp"
#include "emulator/runtime/graphs/run_work.hpp"
#include "emulator/runtime/older/hooks.hpp"

namespace simt::runtime {
namespace {

// The captures that have not ended. Never destroyed, like the context.
std::vector<std::shared_ptr<Capture>>& captures() {
    static auto* const instance = new std::vector<std::shared_ptr<Capture>>;
    return *instance;
}

thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

Stream& stream_of(cudaStream_t handle) { return context().streams.stream(handle); }

bool is_blocking(const Stream& stream) { return (stream.flags & cudaStreamNonBlocking) == 0; }

bool forbids_unsafe_calls(const Capture& capture) {
    if (capture.invalid || mode_of_thread == cudaStreamCaptureModeRelaxed) return false;
    if (capture.thread == std::this_thread::get_id()) return capture.mode != cudaStreamCaptureModeRelaxed;
    return mode_of_thread == cudaStreamCaptureModeGlobal && capture.mode == cudaStreamCaptureModeGlobal;
}

void add_tips(std::vector<Node*>& tips, const std::vector<Node*>& more) {
    for (Node* const node : more)
        if (std::ranges::count(tips, node) == 0) tips.push_back(node);
}

std::vector<Edge> edges_from(const std::vector<Node*>& nodes) {
    std::vector<Edge> edges;
    for (Node* const node : nodes) edges.push_back({node, {}});
    return edges;
}

void join_capture(const std::shared_ptr<Capture>& capture, Stream& stream, std::vector<Node*> tips) {
    stream.capture = capture;
    stream.tips = std::move(tips);
    capture->streams.push_back(&stream);
}

void begin(cudaStream_t handle, std::shared_ptr<Graph> graph, bool owns, std::vector<Node*> tips,
           cudaStreamCaptureMode mode) {
    Stream& stream = stream_of(handle);
    if (handle == nullptr || handle == cudaStreamLegacy)
        fail(cudaErrorStreamCaptureUnsupported,
             "the legacy default stream cannot be captured; capture a stream from cudaStreamCreate");
    if (stream.capture) fail(cudaErrorIllegalState, "the stream is being captured already");
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
        fail(cudaErrorInvalidValue, "{} is no cudaStreamCaptureMode", static_cast<int>(mode));
    static u64 last_id = 0;
    auto capture = std::make_shared<Capture>();
    capture->graph = std::move(graph);
    capture->id = ++last_id;
    capture->mode = mode;
    capture->thread = std::this_thread::get_id();
    capture->origin = &stream;
    capture->owns_graph = owns;
    join_capture(capture, stream, std::move(tips));
    captures().push_back(std::move(capture));
}

// All work of the stream comes before the end of the capture's origin.
bool is_joined(const Capture& capture, const Stream& stream) {
    return std::ranges::all_of(stream.tips, [&](const Node* tip) {
        return std::ranges::any_of(capture.origin->tips,
                                   [&](const Node* end) { return capture.graph->waits_for(*end, *tip); });
    });
}

cudaGraph_t end(cudaStream_t handle) {
    Stream& stream = stream_of(handle);
    if (!stream.capture) fail(cudaErrorIllegalState, "the stream is not being captured");
    const std::shared_ptr<Capture> capture = stream.capture;
    if (capture->origin != &stream) {
        capture->invalid = true;
        fail(cudaErrorStreamCaptureUnmatched, "the capture began in another stream; end it there");
    }
    const bool wrong_thread =
        capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id();
    const bool joined = std::ranges::all_of(
        capture->streams, [&](const Stream* member) { return is_joined(*capture, *member); });
    for (Stream* const member : capture->streams) {
        member->capture = nullptr;
        member->tips.clear();
    }
    capture->ended = true;
    std::erase(captures(), capture);
    if (wrong_thread)
        fail(cudaErrorStreamCaptureWrongThread,
             "the capture began in another thread and ends without a graph; call cudaStreamEndCapture in the "
             "thread that began it");
    if (capture->invalid)
        fail(cudaErrorStreamCaptureInvalidated, "a call that failed during the capture made it invalid");
    if (!joined)
        fail(
            cudaErrorStreamCaptureUnjoined,
            "a stream of the capture was not joined: record an event in it and let the first stream wait for "
            "it");
    return capture->owns_graph ? give_out(capture->graph) : capture->graph->handle();
}

}  // namespace

bool is_capturing(cudaStream_t handle) {
    const Stream& stream = stream_of(handle);
    if (!stream.capture) return false;
    if (stream.capture->invalid)
        fail(cudaErrorStreamCaptureInvalidated,
             "an earlier call that failed made the stream's capture invalid");
    return true;
}

Node& capture(cudaStream_t handle, Work work) {
    Stream& stream = stream_of(handle);
    Node& node = stream.capture->graph->add(std::move(work), edges_from(stream.tips));
    stream.tips = {&node};
    return node;
}

void enqueue_or_capture(cudaStream_t stream, Work work) {
    if (is_capturing(stream))
        capture(stream, std::move(work));
    else
        context().streams.enqueue(stream, [work = std::move(work)] { run(work); });
}

void check_unsafe_call() {
    bool forbidden = false;
    for (const auto& capture : captures())
        if (forbids_unsafe_calls(*capture)) forbidden = capture->invalid = true;
    if (forbidden)
        fail(cudaErrorStreamCaptureUnsupported,
             "the call is not permitted while a stream is being captured; call it before the capture, or "
             "capture "
             "with cudaStreamCaptureModeRelaxed");
}

void refuse_if_capturing(Stream& stream) {
    if (!stream.capture) return;
    if (stream.capture->origin == &stream || !is_joined(*stream.capture, stream))
        stream.capture->invalid = true;
    fail(cudaErrorStreamCaptureUnsupported, "the stream is being captured, and this call cannot be");
}

void refuse_if_implicit(int device) {
    bool found = false;
    for (const auto& capture : captures())
        for (const Stream* const stream : capture->streams)
            if (stream->device == device && is_blocking(*stream)) found = capture->invalid = true;
    if (found)
        fail(cudaErrorStreamCaptureImplicit,
             "the legacy default stream would wait for a stream that is being captured; use another stream, "
             "or "
             "capture one that was created with cudaStreamNonBlocking");
}

void refuse_if_captured(const Event& event) {
    if (!event.capture) return;
    if (event.capture->ended || event.capture->invalid)
        fail(cudaErrorInvalidValue,
             "the event was last recorded in a capture, which is over: record it anew");
    event.capture->invalid = true;
    fail(cudaErrorCapturedEvent,
         "the event was last recorded in a stream that is being captured, and the capture is invalid now");
}

void record_captured(Event& event, const Stream& stream) {
    event.capture = stream.capture;
    event.tips = stream.tips;
}

void wait_captured(Stream& stream, const Event& event) {
    const std::shared_ptr<Capture> of_event = event.capture;
    if (!of_event) {
        stream.capture->invalid = true;
        fail(cudaErrorStreamCaptureIsolation,
             "a stream that is being captured cannot wait for an event from outside the capture (but with "
             "cudaEventWaitExternal)");
    }
    if (of_event->ended) {
        if (stream.capture) stream.capture->invalid = true;
        refuse_if_captured(event);
    }
    if (of_event->invalid) fail(cudaErrorStreamCaptureInvalidated, "the event belongs to an invalid capture");
    if (!stream.capture) return join_capture(of_event, stream, event.tips);
    if (stream.capture != of_event) {
        stream.capture->invalid = of_event->invalid = true;
        fail(cudaErrorStreamCaptureMerge,
             "the stream and the event belong to two captures, which cannot be merged");
    }
    add_tips(stream.tips, event.tips);
}

void leave_capture(Stream& stream) {
    if (!stream.capture) return;
    if (stream.capture->origin == &stream || !is_joined(*stream.capture, stream))
        stream.capture->invalid = true;
    std::erase(stream.capture->streams, &stream);
    if (stream.capture->origin == &stream) {
        for (Stream* const member : stream.capture->streams) member->capture = nullptr;
        std::erase(captures(), stream.capture);
    }
}

}  // namespace simt::runtime

using namespace simt;
using namespace simt::runtime;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return call([&] { begin(stream, std::make_shared<Graph>(), true, {}, mode); });
}
SIMT_ALSO_AS(cudaStreamBeginCapture, cudaStreamBeginCapture_ptsz);

cudaError_t cuda13_begin_capture_to_graph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies, const EdgeData*, size_t count,
                                          cudaStreamCaptureMode mode) {
    return call(
        [&] {
            std::vector<Node*> tips;
            for (size_t k = 0; k < count; ++k) tips.push_back(&node_of(dependencies[k]));
            begin(stream, graph_of(graph).shared_from_this(), false, std::move(tips), mode);
        },
        "cudaStreamBeginCaptureToGraph");
}
SIMT_NAMED_ALSO_AS(cuda13_begin_capture_to_graph, cudaStreamBeginCaptureToGraph,
                   cudaStreamBeginCaptureToGraph_ptsz);

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    return call([&] {
        if (graph) *graph = nullptr;
        const cudaGraph_t captured = end(stream);
        if (graph) *graph = captured;
    });
}
SIMT_ALSO_AS(cudaStreamEndCapture, cudaStreamEndCapture_ptsz);

namespace {

cudaStreamCaptureStatus status_of(cudaStream_t handle) {
    const Stream& stream = stream_of(handle);
    if (handle == nullptr || handle == cudaStreamLegacy) refuse_if_implicit(stream.device);
    if (!stream.capture) return cudaStreamCaptureStatusNone;
    return stream.capture->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

}  // namespace

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return call([&] { answer(status, status_of(stream)); });
}
SIMT_ALSO_AS(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz);

cudaError_t cuda13_capture_info(cudaStream_t handle, cudaStreamCaptureStatus* status, unsigned long long* id,
                                cudaGraph_t* graph, const cudaGraphNode_t** dependencies,
                                const EdgeData** edges, size_t* count) {
    return call(
        [&] {
            answer(status, status_of(handle));
            if (*status != cudaStreamCaptureStatusActive) return;
            const Stream& stream = stream_of(handle);
            thread_local std::vector<cudaGraphNode_t> tips;  // valid until the next call about the stream
            thread_local std::vector<EdgeData> data;
            tips.clear();
            for (Node* const node : stream.tips) tips.push_back(node->handle());
            data.assign(tips.size(), {});
            if (id) *id = stream.capture->id;
            if (graph) *graph = stream.capture->graph->handle();
            if (dependencies) *dependencies = tips.data();
            if (edges) *edges = data.data();
            if (count) *count = tips.size();
        },
        "cudaStreamGetCaptureInfo");
}
SIMT_NAMED_ALSO_AS(cuda13_capture_info, cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_ptsz);
SIMT_NAMED_ALSO_AS(cuda13_capture_info, cudaStreamGetCaptureInfo, simt_capture_info);

cudaError_t cuda13_update_capture(cudaStream_t handle, cudaGraphNode_t* nodes, const EdgeData*, size_t count,
                                  unsigned flags) {
    return call(
        [&] {
            if (flags > cudaStreamSetCaptureDependencies)
                fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
            if (!is_capturing(handle)) fail(cudaErrorIllegalState, "the stream is not being captured");
            Stream& stream = stream_of(handle);
            std::vector<Node*> tips;
            for (size_t k = 0; k < count; ++k) tips.push_back(&node_of(nodes[k]));
            for (const Node* const node : tips)
                if (node->graph != stream.capture->graph.get())
                    fail(cudaErrorInvalidValue,
                         "a node belongs to another graph than the one that is captured");
            if (flags == cudaStreamSetCaptureDependencies) stream.tips.clear();
            add_tips(stream.tips, tips);
        },
        "cudaStreamUpdateCaptureDependencies");
}
SIMT_NAMED_ALSO_AS(cuda13_update_capture, cudaStreamUpdateCaptureDependencies,
                   cudaStreamUpdateCaptureDependencies_ptsz);
SIMT_NAMED_ALSO_AS(cuda13_update_capture, cudaStreamUpdateCaptureDependencies, simt_update_capture);

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return call([&] {
        if (!mode || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed)
            fail(cudaErrorInvalidValue, "the pointer to the mode is null, or there is no such mode");
        std::swap(*mode, mode_of_thread);
    });
}
