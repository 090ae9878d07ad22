// Asynchronous copies and mbarriers.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form copy_async_forms[] = {
    {"cp.async.{ca,cg}", "=aan", {Kind::CopyAsync, Memory::Copy, Effect::Use}},
    {"cp.async.commit_group", "=", {Kind::Operation, Memory::Copy, Effect::Use}, "~copy_async.commit"},
    {"cp.async.{wait_group,wait_all}", "=n", {Kind::CopyWait, Memory::Copy, Effect::Use}, "~copy_async.wait"},
    {"~copy_async.{read,write,commit,wait}"},
};

constexpr Form bulk_copy_forms[] = {
    {"cp.{async,reduce.async}.bulk", "=aana", {Kind::BulkCopy, Memory::Copy, Effect::Use}},
    {"cp.async.bulk.commit_group", "=", {Kind::Operation, Memory::Copy, Effect::Use}, "~bulk.commit"},
    {"cp.async.bulk.wait_group", "=n", {Kind::BulkWait, Memory::Copy, Effect::Use}, "~bulk.wait"},
    {"cp.async.bulk.prefetch", "=an", {Kind::Operation, Memory::Copy, Effect::Use}, "~bulk.prefetch"},
    {"{st,red}.async", "=ava", {Kind::StoreAsync, Memory::Copy, Effect::Use}, "~store_async"},
    {"~bulk.{to_shared,to_global,within_shared,commit,wait,prefetch}"},
    {"~store_async"},
    {"~proxy_fence"},
};

constexpr Form tensor_copy_forms[] = {
    {"cp.{async,reduce.async}.bulk.tensor", "=aaa", {Kind::TensorCopy, Memory::Copy, Effect::Use}},
    {"~tensor.{to_shared,to_global}"},
};

constexpr Form mbarrier_forms[] = {
    {"mbarrier.init", "=an", {Kind::Mbarrier, Memory::Mbarrier, Effect::Use}, "~mbarrier.init"},
    {"mbarrier.inval", "=a", {Kind::Mbarrier, Memory::Mbarrier, Effect::Use}, "~mbarrier.inval"},
    {"mbarrier.{expect_tx,complete_tx}",
     "=an",
     {Kind::Mbarrier, Memory::Mbarrier, Effect::Use},
     "~mbarrier.change_bytes"},
    {"mbarrier.{arrive,arrive_drop}",
     "l=an",
     {Kind::MbarrierArrive, Memory::Mbarrier, Effect::Use},
     "~mbarrier.arrive"},
    {"mbarrier.{test_wait,try_wait}",
     "p=av",
     {Kind::MbarrierTest, Memory::Mbarrier, Effect::Use},
     "~mbarrier.test"},
    {"mbarrier.pending_count",
     "n=l",
     {Kind::MbarrierPendingCount, Memory::Mbarrier, Effect::Use},
     "~mbarrier.pending_count"},
    {"cp.async.mbarrier", "=a", {Kind::CopyArrive, Memory::Mbarrier, Effect::Use}, "~copy_async.arrive"},
    {"~mbarrier.{init,inval,change_bytes,arrive,test,pending_count}"},
    {"~copy_async.arrive"},
};

}  // namespace simt::isa
