// The instruction table: every opcode with its operands and its effect on memory. It is only data; exec/ops binds a
// function to each opcode. Each file here lists a few families of instructions, and families.hpp lists the families.
// ptx::Instruction::isa points to an instruction's row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::isa {

// Width and kind of one operand's row of registers. 8-bit values have no rows of their own: PTX keeps them in 16-bit registers.
enum class Element : u8 { None, Pred, B16, B32, B64, F32, F64 };

// Which decoder an instruction needs.
enum class Kind : u8 {
    Unsupported,
    Data,       // registers in, registers out: one handler, chosen by the opcode alone
    Operation,  // Form::operation does all of it, and no operand matters
    Internal,   // not in PTX: an operation that the decoder or the engine inserts; its name begins with '~'
    Move,
    SpaceTest,
    ConvertAddress,
    Compare,
    Set,
    Lookup,
    Video,
    Load,
    Store,
    Atomic,
    StoreAsync,
    CopyAsync,
    CopyWait,
    CopyArrive,
    BulkCopy,
    TensorCopy,
    BulkWait,
    Mbarrier,
    MbarrierArrive,
    MbarrierTest,
    MbarrierPendingCount,
    MatrixLoad,
    MatrixStore,
    MatrixTranspose,
    MatrixProduct,
    FragmentLoad,
    FragmentStore,
    WarpgroupProduct,
    WarpgroupWait,
    TextureFetch,
    TextureGather,
    TextureQuery,
    SurfaceLoad,
    SurfaceStore,
    SurfaceReduce,
    Shuffle,
    Vote,
    Match,
    Redux,
    Elect,
    ActiveMask,
    WarpBarrier,
    Barrier,
    ClusterBarrier,
    ClusterMap,
    ClusterRank,
    Fence,
    Branch,
    IndexedBranch,
    Call,
    Return,
    Exit,
    Trap,
    Stack,
    CachePolicy,
    RegisterCount,
    // Known, but not supported.
    TensorCore,
    ClusterControl,
};

// How the instruction accesses memory. A modifier names the space.
enum class Memory : u8 {
    None,
    Load,
    Store,
    Atomic,     // returns the old value
    Reduction,  // returns nothing
    Matrix,
    Copy,  // asynchronous
    Mbarrier,
    Texture,  // through a texture or surface object
};

// How undefined bits of the operands reach the result (check/definedness).
enum class Effect : u8 {
    Mix,     // any undefined bit makes all of the result undefined
    Move,    // also of vectors: packs, unpacks
    Extend,  // an integer becomes wider or narrower
    And,
    Or,
    Not,  // and exclusive or
    Lookup,
    ShiftLeft,
    ShiftRight,
    FunnelLeft,
    FunnelRight,
    Permute,
    Extract,
    Insert,
    Upward,   // sums, low halves of products: undefined from the lowest undefined bit upwards
    Compare,  // of integers
    Select,
    Load,
    Store,
    Shuffle,
    Product,  // of matrices: an undefined element of a factor makes its row or column of the result undefined
    Use,      // the value leaves the thread or decides something, so an undefined bit is reported
};

// Bits of Traits::flags.
constexpr u8 kChangesFlow = 1;  // changes which lanes run; lanes whose guard is false jump over it
constexpr u8 kEndsBlock = 2;    // ends its basic block
constexpr u8 kCarry = 4;        // reads or writes the carry flag, CC.CF
// ptxas may join a product and the sum or difference that uses it (decode/contractions.hpp).
constexpr u8 kProduct = 8, kSum = 16, kDifference = 32;
constexpr u8 kAligned = 64;  // a barrier that all threads of a warp reach together, even without .aligned

struct Traits {
    Kind kind = Kind::Data;
    Memory memory = Memory::None;
    Effect effect = Effect::Mix;
    u8 flags = 0;
};

// One row of a family's list: opcodes that differ only in types and modifiers, for example
//
//     {"bfe.{s32,s64,u32,u64}", "t=tnn", {.effect = Effect::Extract}},
struct Form {
    // Braces hold alternatives, so the row above is four opcodes. If the row has handlers, these are whole opcodes.
    // Otherwise they are the first parts of opcodes, and the decoder reads the modifiers that follow. A name that begins
    // with '~' is an operation that PTX lacks.
    const char* opcodes;
    // One letter for each operand: the result, then '=', then the sources. bfe.s64 has a 64-bit result, a 64-bit source
    // and two 32-bit numbers.
    //     t  the opcode's last type        d  the type before it: cvt.f32.s8 is "d=t"
    //     w  that type, twice as wide      p  a predicate
    //     n  32 bits                       l  64 bits
    //     a  an address                    c  a label or a function
    //     v  any value, also a vector
    const char* operands = "";
    Traits traits = {};
    const char* operation = nullptr;  // the operation that executes it, if it is always the same one
};

// A handler's number: its family and its index in that family.
struct Id {
    u8 family = 0xff;
    u16 index = 0;
    bool operator==(const Id&) const = default;
    explicit constexpr operator bool() const { return family != 0xff; }
};

// One opcode's row.
struct Opcode : Traits {
    std::string name;          // a whole opcode, "add.rn.f32", or the first parts of opcodes, "ld"
    Id id;                     // of its handler or its operation; none if the decoder chooses the operation
    bool own_handler = false;  // `id` is a handler for this opcode alone
    bool has_result = true;    // the first operand is a result
    // Only for whole opcodes:
    bool signed_result = false;
    u8 operands = 0;  // result included
    Element element[6] = {};
};

// Whether it computes a floating-point number from others: fma, add, min, rcp …, but no comparison or conversion.
bool is_floating_point(const Opcode& opcode);

// Finds the row of an opcode; a row of kind Unsupported if the table lacks it. The modifiers may be in any order, because
// ptxas accepts "min.s32.relu" for "min.relu.s32". The types have to be in the table's order. Pointers to rows stay valid.
const Opcode& find(std::string_view opcode);

// The same for whole opcodes; nullptr if there is none.
const Opcode* find_whole(std::string_view opcode);

// The id of a whole opcode or an internal operation, for a name composed at run time; none if the table lacks the name.
// For a name known at compile time, use id("…") of families.hpp.
Id id_of(std::string_view name);

// All rows, ordered by name.
std::vector<const Opcode*> all_opcodes();

}  // namespace simt::isa
