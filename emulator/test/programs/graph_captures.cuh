// Calls that do not fit a stream capture, and what the program is told: a part of graphs.cu.
#pragma once

#include <thread>

#include "emulator/test/programs/graph_arrays.cuh"

namespace {

// A capture that these calls spoil ends with this error, and the next one works.
bool spoilt(cudaStreamCaptureMode mode, unsigned flags, cudaError_t (*call)(cudaStream_t), cudaError_t error,
            cudaError_t at_the_end = cudaErrorStreamCaptureInvalidated) {
    cudaStream_t stream;
    cudaGraph_t graph;
    OK(cudaStreamCreateWithFlags(&stream, flags));
    OK(cudaStreamBeginCapture(stream, mode));
    EXPECT_ERROR(call(stream), error);
    EXPECT_ERROR(cudaStreamEndCapture(stream, &graph), at_the_end);
    EXPECT((graph == nullptr) == (at_the_end != cudaSuccess));
    if (graph) OK(cudaGraphDestroy(graph));
    cudaGetLastError();
    OK(cudaStreamSynchronize(stream));
    OK(cudaStreamDestroy(stream));
    return true;
}

cudaError_t allocate(cudaStream_t) {
    void* pointer = nullptr;
    const cudaError_t error = cudaMalloc(&pointer, 64);
    if (error == cudaSuccess) cudaFree(pointer);
    return error;
}
cudaError_t synchronize(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
cudaError_t ask(cudaStream_t stream) { return cudaStreamQuery(stream); }
cudaError_t launch_in_the_legacy_stream(cudaStream_t) {
    fill<<<1, 1>>>(nullptr, 0, 0);
    return cudaGetLastError();
}
cudaError_t wait_for_an_outer_event(cudaStream_t stream) {
    cudaEvent_t event;
    cudaStream_t other;
    cudaEventCreate(&event);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventRecord(event, other);
    return cudaStreamWaitEvent(stream, event, 0);
}
cudaError_t ask_a_captured_event(cudaStream_t stream) {
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventRecord(event, stream);
    const cudaError_t first = cudaEventQuery(event);
    return cudaEventSynchronize(event) == cudaErrorInvalidValue ? first : cudaErrorUnknown;
}
cudaError_t wait_for_an_ended_capture(cudaStream_t stream) {
    cudaEvent_t event;
    cudaStream_t other;
    cudaGraph_t graph;
    cudaEventCreate(&event);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed);
    cudaEventRecord(event, other);
    cudaStreamEndCapture(other, &graph);
    return cudaStreamWaitEvent(stream, event, 0);
}
cudaError_t fork_and_forget(cudaStream_t stream) {
    cudaEvent_t event;
    cudaStream_t other;
    cudaEventCreate(&event);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
    fill<<<1, 1, 0, other>>>(nullptr, 0, 0);
    return cudaGetLastError();
}
// A stream whose work comes before the first stream's end may go while the capture is under way.
cudaError_t fork_join_and_destroy(cudaStream_t stream) {
    cudaEvent_t fork, join;
    cudaStream_t other;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(other, fork, 0);
    fill<<<1, 1, 0, other>>>(nullptr, 0, 0);
    cudaEventRecord(join, other);
    cudaStreamWaitEvent(stream, join, 0);
    return cudaStreamDestroy(other);
}
cudaError_t end_elsewhere(cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    std::thread([&] {
        cudaGraph_t graph;
        error = cudaStreamEndCapture(stream, &graph);
    }).join();
    return error;
}
// CUDA does not say what becomes of the capture.
bool ended_elsewhere() {
    cudaStream_t stream;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    EXPECT_ERROR(end_elsewhere(stream), cudaErrorStreamCaptureWrongThread);
    cudaGraph_t graph = nullptr;
    if (cudaStreamEndCapture(stream, &graph) == cudaSuccess) OK(cudaGraphDestroy(graph));
    cudaGetLastError();
    OK(cudaStreamDestroy(stream));
    return true;
}
cudaError_t allocate_elsewhere(cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    std::thread([&] { error = allocate(stream); }).join();
    return error;
}
cudaError_t allocate_relaxed(cudaStream_t stream) {
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode);
    const cudaError_t error = allocate(stream);
    cudaThreadExchangeStreamCaptureMode(&mode);
    return mode == cudaStreamCaptureModeRelaxed ? error : cudaErrorUnknown;
}

bool calls_that_spoil_a_capture() {
    constexpr auto kGlobal = cudaStreamCaptureModeGlobal, kLocal = cudaStreamCaptureModeThreadLocal,
                   kRelaxed = cudaStreamCaptureModeRelaxed;
    constexpr unsigned kFree = cudaStreamNonBlocking;
    EXPECT(spoilt(kGlobal, kFree, allocate, cudaErrorStreamCaptureUnsupported));
    EXPECT(spoilt(kLocal, kFree, allocate, cudaErrorStreamCaptureUnsupported));
    EXPECT(spoilt(kRelaxed, kFree, allocate, cudaSuccess, cudaSuccess));
    EXPECT(spoilt(kGlobal, kFree, allocate_relaxed, cudaSuccess, cudaSuccess));
    EXPECT(spoilt(kGlobal, kFree, allocate_elsewhere, cudaErrorStreamCaptureUnsupported));
    EXPECT(spoilt(kLocal, kFree, allocate_elsewhere, cudaSuccess, cudaSuccess));
    EXPECT(spoilt(kRelaxed, kFree, synchronize, cudaErrorStreamCaptureUnsupported));
    EXPECT(spoilt(kRelaxed, kFree, ask, cudaErrorStreamCaptureUnsupported));
    EXPECT(spoilt(kRelaxed, cudaStreamDefault, launch_in_the_legacy_stream, cudaErrorStreamCaptureImplicit));
    EXPECT(spoilt(kRelaxed, kFree, launch_in_the_legacy_stream, cudaSuccess, cudaSuccess));
    EXPECT(spoilt(kGlobal, kFree, wait_for_an_outer_event, cudaErrorStreamCaptureIsolation));
    EXPECT(spoilt(kRelaxed, kFree, ask_a_captured_event, cudaErrorCapturedEvent));
    EXPECT(spoilt(kRelaxed, kFree, wait_for_an_ended_capture, cudaErrorInvalidValue));
    EXPECT(spoilt(kGlobal, kFree, fork_and_forget, cudaSuccess, cudaErrorStreamCaptureUnjoined));
    EXPECT(spoilt(kGlobal, kFree, fork_join_and_destroy, cudaSuccess, cudaSuccess));
    EXPECT(ended_elsewhere());
    EXPECT_ERROR(cudaStreamBeginCapture(nullptr, kGlobal), cudaErrorStreamCaptureUnsupported);
    cudaGraph_t graph;
    EXPECT_ERROR(cudaStreamEndCapture(nullptr, &graph), cudaErrorIllegalState);
    cudaGetLastError();
    return true;
}

// What CUDA does not promise: the answers for an event of a capture that has ended, and for the second end of a capture after one in
// another thread.
void show_unpromised() {
    cudaStream_t stream;
    cudaEvent_t event;
    cudaGraph_t graph;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaEventRecord(event, stream);
    cudaStreamEndCapture(stream, &graph);
    std::printf("%s\n", cudaGetErrorName(cudaEventQuery(event)));
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    end_elsewhere(stream);
    std::printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
}

}  // namespace
