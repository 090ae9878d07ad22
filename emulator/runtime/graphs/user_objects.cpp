// The calls about objects of the program that graphs keep alive; see user_objects.hpp.
#include "emulator/runtime/graphs/user_objects.hpp"

#include <algorithm>
#include <unordered_map>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/graph.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// The program's references, once for each; never destroyed, like the context.
struct Held {
    std::weak_ptr<UserObject> object;
    std::vector<std::shared_ptr<UserObject>> references;
};
std::unordered_map<const void*, Held>& user_objects() {
    static auto* const instance = new std::unordered_map<const void*, Held>;
    return *instance;
}

Held& held_object(cudaUserObject_t handle) {
    const auto found = user_objects().find(handle);
    if (found == user_objects().end() || found->second.object.expired())
        fail(cudaErrorInvalidValue, "the user object does not exist (any more)");
    return found->second;
}

void drop(std::vector<std::shared_ptr<UserObject>>& references, const std::shared_ptr<UserObject>& object,
          unsigned count) {
    if (static_cast<std::size_t>(std::ranges::count(references, object)) < count)
        fail(cudaErrorInvalidValue, "there are fewer than {} references to release", count);
    for (unsigned k = 0; k < count; ++k) references.erase(std::ranges::find(references, object));
}

}  // namespace

cudaError_t cudaUserObjectCreate(cudaUserObject_t* handle, void* object, cudaHostFn_t destroy, unsigned count,
                                 unsigned flags) {
    return call([&] {
        if (!destroy || count == 0 || flags != cudaUserObjectNoDestructorSync)
            fail(
                cudaErrorInvalidValue,
                "the destructor is null, the count is 0 or the flags are not cudaUserObjectNoDestructorSync");
        answer(handle, nullptr);
        auto made = std::make_shared<UserObject>(object, destroy);
        *handle = reinterpret_cast<cudaUserObject_t>(made.get());
        user_objects()[made.get()] = {made, std::vector(count, made)};
    });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
    return call([&] {
        Held& found = held_object(object);
        found.references.insert(found.references.end(), count, found.object.lock());
    });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
    return call([&] {
        Held& found = held_object(object);
        drop(found.references, found.object.lock(), count);
    });
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count,
                                      unsigned flags) {
    return call([&] {
        Graph& keeper = graph_of(graph);
        Held& found = held_object(object);
        const std::shared_ptr<UserObject> kept = found.object.lock();
        if (flags == cudaGraphUserObjectMove) drop(found.references, kept, count);
        keeper.kept.insert(keeper.kept.end(), count, kept);
    });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
    return call([&] { drop(graph_of(graph).kept, held_object(object).object.lock(), count); });
}
