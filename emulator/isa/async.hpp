// Asynchronous copies and mbarriers. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Traits copy(Kind kind) { return {kind, Memory::Copy, Effect::Use}; }
constexpr Traits on_mbarrier(Kind kind) { return {kind, Memory::Mbarrier, Effect::Use}; }

constexpr Form copy_async_forms[] = {
    {"cp.async.{ca,cg}", "=aan", copy(Kind::CopyAsync)},
    {"cp.async.commit_group", "=", copy(Kind::Operation), "~copy_async.commit"},
    {"cp.async.{wait_group,wait_all}", "=n", copy(Kind::CopyWait), "~copy_async.wait"},
    {"~copy_async.{read,write,commit,wait}"},
};

constexpr Form bulk_copy_forms[] = {
    {"cp.{async,reduce.async}.bulk", "=aana", copy(Kind::BulkCopy)},
    {"cp.async.bulk.commit_group", "=", copy(Kind::Operation), "~bulk.commit"},
    {"cp.async.bulk.wait_group", "=n", copy(Kind::BulkWait), "~bulk.wait"},
    {"cp.async.bulk.prefetch", "=an", copy(Kind::Operation), "~bulk.prefetch"},
    {"{st,red}.async", "=ava", copy(Kind::StoreAsync), "~store_async"},
    {"~bulk.{to_shared,to_global,within_shared,commit,wait,prefetch}"},
    {"~store_async"},
    {"~proxy_fence"},
};

constexpr Form tensor_copy_forms[] = {
    {"cp.{async,reduce.async}.bulk.tensor", "=aaa", copy(Kind::TensorCopy)},
    {"~tensor.{to_shared,to_global}"},
};

constexpr Form mbarrier_forms[] = {
    {"mbarrier.init", "=an", on_mbarrier(Kind::Mbarrier), "~mbarrier.init"},
    {"mbarrier.inval", "=a", on_mbarrier(Kind::Mbarrier), "~mbarrier.inval"},
    {"mbarrier.{expect_tx,complete_tx}", "=an", on_mbarrier(Kind::Mbarrier), "~mbarrier.change_bytes"},
    {"mbarrier.{arrive,arrive_drop}", "l=an", on_mbarrier(Kind::MbarrierArrive), "~mbarrier.arrive"},
    {"mbarrier.{test_wait,try_wait}", "p=av", on_mbarrier(Kind::MbarrierTest), "~mbarrier.test"},
    {"mbarrier.pending_count", "n=l", on_mbarrier(Kind::MbarrierPendingCount), "~mbarrier.pending_count"},
    {"cp.async.mbarrier", "=a", on_mbarrier(Kind::CopyArrive), "~copy_async.arrive"},
    {"~mbarrier.{init,inval,change_bytes,arrive,test,pending_count}"},
    {"~copy_async.arrive"},
};

}  // namespace simt::isa
