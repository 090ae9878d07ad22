// cp.async and its bulk and tensor forms, mbarriers, st.async and red.async.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

void decode_copy_async(Emitter& out, const ptx::Instruction& instruction);
void decode_copy_wait(Emitter& out, const ptx::Instruction& instruction);
void decode_copy_arrive(Emitter& out, const ptx::Instruction& instruction);
void decode_bulk_copy(Emitter& out, const ptx::Instruction& instruction);
void decode_tensor_copy(Emitter& out, const ptx::Instruction& instruction);
void decode_mbarrier(Emitter& out, const ptx::Instruction& instruction);
void decode_mbarrier_arrive(Emitter& out, const ptx::Instruction& instruction);
void decode_mbarrier_test(Emitter& out, const ptx::Instruction& instruction);
void decode_pending_count(Emitter& out, const ptx::Instruction& instruction);
void decode_store_async(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
