// The decoders: of a function, and of each kind of instruction. Those make the instruction's ops and emit them; they throw
// simt::Error, or std::out_of_range, for modifiers and operands that are not supported.
#pragma once

#include "emulator/decode/emitter.hpp"

namespace simt::exec {

// decode_function.cpp: all of a function's instructions. Registers become rows, operands slots, labels op numbers, and where
// diverged lanes meet an op joins them.
void decode_function(CodeBuilder& builder, const ptx::Function& function, const FunctionPasses& passes);

// data.cpp: registers in, registers out. Whatever the instruction table alone describes, moves, address conversions, lop3.
void decode_data(Emitter& out, const ptx::Instruction& instruction);
// As another opcode's row says: setp.lt.and.s32 begins with setp.lt.s32.
void decode_row(Emitter& out, const ptx::Instruction& instruction, const isa::Opcode& row);
void decode_move(Emitter& out, const ptx::Instruction& instruction);
void decode_convert_address(Emitter& out, const ptx::Instruction& instruction);
void decode_lookup(Emitter& out, const ptx::Instruction& instruction);

// predicates.cpp: setp with two results or a third predicate, set.
void decode_compare(Emitter& out, const ptx::Instruction& instruction);
void decode_set(Emitter& out, const ptx::Instruction& instruction);

// video.cpp: the many modifiers and selectors of a video instruction become one VideoForm (video_form.hpp).
void decode_video(Emitter& out, const ptx::Instruction& instruction);

// memory.cpp, atomics.cpp
void decode_load_store(Emitter& out, const ptx::Instruction& instruction);
void decode_matrix(Emitter& out, const ptx::Instruction& instruction);
void decode_transpose(Emitter& out, const ptx::Instruction& instruction);
void decode_cache_policy(Emitter& out, const ptx::Instruction& instruction);
void decode_atomic(Emitter& out, const ptx::Instruction& instruction);

// async.cpp: cp.async and its bulk and tensor forms, mbarriers, st.async and red.async.
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

// collective.cpp: the lanes of a warp together.
void decode_shuffle(Emitter& out, const ptx::Instruction& instruction);
void decode_vote(Emitter& out, const ptx::Instruction& instruction);
void decode_match(Emitter& out, const ptx::Instruction& instruction);
void decode_redux(Emitter& out, const ptx::Instruction& instruction);
void decode_elect(Emitter& out, const ptx::Instruction& instruction);
void decode_active_mask(Emitter& out, const ptx::Instruction& instruction);
void decode_warp_barrier(Emitter& out, const ptx::Instruction& instruction);

// control.cpp: branches, returns, barriers, fences, clusters.
void decode_branch(Emitter& out, const ptx::Instruction& instruction);
void decode_indexed_branch(Emitter& out, const ptx::Instruction& instruction);
void decode_return(Emitter& out, const ptx::Instruction& instruction);
void decode_barrier(Emitter& out, const ptx::Instruction& instruction);
void decode_fence(Emitter& out, const ptx::Instruction& instruction);
void decode_cluster_barrier(Emitter& out, const ptx::Instruction& instruction);
void decode_cluster_map(Emitter& out, const ptx::Instruction& instruction);
void decode_cluster_rank(Emitter& out, const ptx::Instruction& instruction);
void decode_register_count(Emitter& out, const ptx::Instruction& instruction);

// call.cpp: calls by name, through a pointer, and of functions that a GPU's driver provides (printf, assert).
void decode_call(Emitter& out, const ptx::Instruction& instruction);
void decode_stack(Emitter& out, const ptx::Instruction& instruction);

}  // namespace simt::exec
