// See instruction.hpp.
#include "emulator/decode/instruction.hpp"

#include "emulator/decode/async.hpp"
#include "emulator/decode/atomics.hpp"
#include "emulator/decode/call.hpp"
#include "emulator/decode/collective.hpp"
#include "emulator/decode/control.hpp"
#include "emulator/decode/data.hpp"
#include "emulator/decode/lookup.hpp"
#include "emulator/decode/matrix.hpp"
#include "emulator/decode/memory.hpp"
#include "emulator/decode/predicates.hpp"
#include "emulator/decode/video.hpp"
#include "emulator/error.hpp"

namespace simt::exec {

void decode_instruction(Emitter& out, const ptx::Instruction& instruction) {
    using isa::Kind;
    const Kind kind = instruction.isa->kind;
    if (kind != Kind::Video) refuse_selectors(out, instruction);
    switch (kind) {
        case Kind::Data:
        case Kind::SpaceTest:
            return decode_data(out, instruction);
        case Kind::Move:
            return decode_move(out, instruction);
        case Kind::ConvertAddress:
            return decode_convert_address(out, instruction);
        case Kind::Compare:
            return decode_compare(out, instruction);
        case Kind::Set:
            return decode_set(out, instruction);
        case Kind::Lookup:
            return decode_lookup(out, instruction);
        case Kind::Video:
            return decode_video(out, instruction);
        case Kind::Load:
        case Kind::Store:
            return decode_load_store(out, instruction);
        case Kind::Atomic:
            return decode_atomic(out, instruction);
        case Kind::StoreAsync:
            return decode_store_async(out, instruction);
        case Kind::CopyAsync:
            return decode_copy_async(out, instruction);
        case Kind::CopyWait:
            return decode_copy_wait(out, instruction);
        case Kind::CopyArrive:
            return decode_copy_arrive(out, instruction);
        case Kind::BulkCopy:
            return decode_bulk_copy(out, instruction);
        case Kind::BulkWait:
            return decode_bulk_wait(out, instruction);
        case Kind::TensorCopy:
            return decode_tensor_copy(out, instruction);
        case Kind::Mbarrier:
            return decode_mbarrier(out, instruction);
        case Kind::MbarrierArrive:
            return decode_mbarrier_arrive(out, instruction);
        case Kind::MbarrierTest:
            return decode_mbarrier_test(out, instruction);
        case Kind::MbarrierPendingCount:
            return decode_pending_count(out, instruction);
        case Kind::MatrixLoad:
        case Kind::MatrixStore:
            return decode_matrix(out, instruction);
        case Kind::MatrixTranspose:
            return decode_transpose(out, instruction);
        case Kind::Shuffle:
            return decode_shuffle(out, instruction);
        case Kind::Vote:
            return decode_vote(out, instruction);
        case Kind::Match:
            return decode_match(out, instruction);
        case Kind::Redux:
            return decode_redux(out, instruction);
        case Kind::Elect:
            return decode_elect(out, instruction);
        case Kind::ActiveMask:
            return decode_active_mask(out, instruction);
        case Kind::WarpBarrier:
            return decode_warp_barrier(out, instruction);
        case Kind::Barrier:
            return decode_barrier(out, instruction);
        case Kind::ClusterBarrier:
            return decode_cluster_barrier(out, instruction);
        case Kind::ClusterMap:
            return decode_cluster_map(out, instruction);
        case Kind::ClusterRank:
            return decode_cluster_rank(out, instruction);
        case Kind::Fence:
            return decode_fence(out, instruction);
        case Kind::Branch:
            return decode_branch(out, instruction);
        case Kind::IndexedBranch:
            return decode_indexed_branch(out, instruction);
        case Kind::Call:
            return decode_call(out, instruction);
        case Kind::Return:
            return decode_return(out);
        case Kind::Stack:
            return decode_stack(out, instruction);
        case Kind::CachePolicy:
            return decode_cache_policy(out, instruction);
        case Kind::RegisterCount:
            return decode_register_count(out, instruction);
        case Kind::Operation:
        case Kind::Exit:
        case Kind::Trap:
            out.emit(out.make(instruction.isa->id));
            return;
        case Kind::Unsupported:
        case Kind::TensorCore:
        case Kind::Texture:
        case Kind::ClusterControl:
        case Kind::Internal:
            throw Error("the instruction " + instruction.opcode + " is not supported");
    }
}

}  // namespace simt::exec
