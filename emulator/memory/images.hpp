// Texture memory as a kernel sees it: images (CUDA arrays, or linear memory that is read like one), and the texture and surface
// objects through which it reads and writes them. An image's bytes lie in an ordinary allocation, row after row; where, only
// the emulator knows.
#pragma once

#include <deque>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::memory {

enum class ChannelKind : u8 { Signed, Unsigned, Float };

struct TexelFormat {
    ChannelKind kind = ChannelKind::Float;
    u32 bits = 32;  // of a channel: 8, 16 or 32
    u32 channels = 1;
    u32 bytes() const { return channels * bits / 8; }
};

// One mipmap level. Sizes in texels, pitches in bytes.
struct ImageLevel {
    u64 address = 0;  // device address of its first texel
    u32 width = 1, height = 1, depth = 1;
    u64 row_pitch = 0, slice_pitch = 0;  // a slice is a step in depth, or a layer
    u64 row_bytes(const TexelFormat& format) const { return u64{width} * format.bytes(); }
};

struct Image {
    TexelFormat format;
    u32 dimensions = 1;
    u32 layers = 1;  // of a layered image or a cubemap, whose faces count as layers
    bool layered = false, cubemap = false;
    bool linear = false;  // linear memory: integer coordinates only
    bool stores = false, gathers = false;
    std::vector<ImageLevel> levels = {};
};

enum class AddressMode : u8 { Wrap, Clamp, Mirror, Border };

struct Sampler {
    AddressMode address[3] = {AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
    bool normalized_coordinates = false;
    bool normalized_values = false;  // integers are read as floats from 0 to 1, or from -1 to 1
    bool srgb = false;
    bool linear = false, linear_levels = false;  // filter between texels, between mipmap levels
    float border[4] = {};
    float level_bias = 0, least_level = 0, most_level = 0;
};

// A texture object, or a surface object, which has no sampler.
struct ImageObject {
    Image image;
    Sampler sampler = {};
    bool surface = false, destroyed = false;
    int device = 0;  // on which it was created, whose kernels alone may use it
};

// The objects by handle. Handles are not used again, so the use of a destroyed object is recognised.
class ImageObjects {
  public:
    u64 create(ImageObject object) {
        objects_.push_back(std::move(object));
        return objects_.size();
    }
    // The object, also if it is destroyed; nullptr: there never was one.
    const ImageObject* find(u64 handle) const {
        return handle == 0 || handle > objects_.size() ? nullptr : &objects_[handle - 1];
    }
    // False: there is no such object.
    bool destroy(u64 handle, bool surface) {
        const ImageObject* const found = find(handle);
        if (found == nullptr || found->destroyed || found->surface != surface) return false;
        objects_[handle - 1].destroyed = true;
        return true;
    }

  private:
    std::deque<ImageObject> objects_;
};

}  // namespace simt::memory
