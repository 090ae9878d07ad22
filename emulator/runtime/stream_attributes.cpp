// Attributes of streams: hints about caching, waiting and synchronisation. They are stored and returned, without an
// effect.
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/newer_names.hpp"

using namespace simt::runtime;

namespace {

bool is_stream_attribute(cudaLaunchAttributeID attribute) {
    return attribute == cudaLaunchAttributeAccessPolicyWindow ||
           attribute == cudaLaunchAttributeSynchronizationPolicy ||
           attribute == cudaLaunchAttributePriority || attribute == newer::cudaLaunchAttributeMemSyncDomain ||
           attribute == newer::cudaLaunchAttributeMemSyncDomainMap;
}

// Calls use(stream) for a stream that exists and an attribute that streams have.
template <class Use>
cudaError_t with_attribute(const char* name, cudaStream_t stream, cudaLaunchAttributeID attribute,
                           const void* value, Use&& use) {
    return call(name, [&](Context& context) {
        return context.streams.submit(stream, [&]() -> cudaError_t {
            if (!value || !is_stream_attribute(attribute))
                return refuse(cudaErrorInvalidValue,
                              "a stream has no attribute {}, or the pointer to its value is null",
                              static_cast<int>(attribute));
            use(*context.streams.find(stream));
            return cudaSuccess;
        });
    });
}

}  // namespace

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value) {
    return with_attribute("cudaStreamSetAttribute", stream, attribute, value,
                          [&](Stream& found) { found.attributes[attribute] = *value; });
}
SIMT_ALSO_AS(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz);

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue* value) {
    return with_attribute("cudaStreamGetAttribute", stream, attribute, value, [&](Stream& found) {
        const auto kept = found.attributes.find(attribute);
        *value = kept == found.attributes.end() ? cudaLaunchAttributeValue{} : kept->second;
    });
}
SIMT_ALSO_AS(cudaStreamGetAttribute, cudaStreamGetAttribute_ptsz);

cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source) {
    return call("cudaStreamCopyAttributes", [&](Context& context) -> cudaError_t {
        Stream* const to = context.streams.find(destination);
        Stream* const from = context.streams.find(source);
        if (!to || !from) return refuse(cudaErrorInvalidResourceHandle, "a stream does not exist (any more)");
        to->attributes = from->attributes;
        return cudaSuccess;
    });
}
SIMT_ALSO_AS(cudaStreamCopyAttributes, cudaStreamCopyAttributes_ptsz);
