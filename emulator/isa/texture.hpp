// Textures and surfaces. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Traits through_object(Kind kind) { return {kind, Memory::Texture, Effect::Use}; }

constexpr Form texture_forms[] = {
    {"tex", "v=a", through_object(Kind::TextureFetch), "~texture.fetch"},
    {"tld4", "v=a", through_object(Kind::TextureGather), "~texture.gather"},
    {"{txq,suq}", "n=a", {Kind::TextureQuery, Memory::None, Effect::Use}, "~texture.query"},
    {"suld", "v=a", through_object(Kind::SurfaceLoad), "~surface.load"},
    {"sust", "=av", through_object(Kind::SurfaceStore), "~surface.store"},
    {"sured", "=av", through_object(Kind::SurfaceReduce), "~surface.reduce"},
    {"~texture.{fetch,gather,query}"},
    {"~surface.{load,store,reduce}"},
};

}  // namespace simt::isa
