// The instruction table: which opcodes there are, what they read and write, and what else is to be known of them. Data only:
// nothing here knows how to execute. A family of instructions has a file of forms; isa/families.hpp lists the families,
// exec/ops binds each opcode to a function, and ptx::Instruction::isa points to an instruction's row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::isa {

// The width and kind of one operand's row of registers. 8-bit values have no rows of their own: PTX keeps them in 16-bit
// registers, and so do the conversions from and to them.
enum class Element : u8 { None, Pred, B16, B32, B64, F32, F64 };

// What decodes the instruction.
enum class Kind : u8 {
    Unsupported,
    Data,       // registers in, registers out: one handler, chosen by the opcode alone
    Operation,  // no operands that matter: Form::operation does all of it
    Internal,  // no instruction: an operation that the decoder or the engine asks for, with a name that begins with '~'
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
    // Not supported, for a reason.
    TensorCore,
    Texture,
    ClusterControl,
};

// What it does to memory; a modifier names the space.
enum class Memory : u8 {
    None,
    Load,
    Store,
    Atomic,     // gives the old value
    Reduction,  // does not
    Matrix,
    Copy,  // asynchronous
    Mbarrier,
};

// How undefined bits of its operands reach its result (check/definedness).
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
    Upward,   // sums, low halves of products: up from the lowest undefined bit
    Compare,  // of integers
    Select,
    Load,
    Store,
    Shuffle,
    Use,  // decides or leaves something
};

// Bits of Traits::flags.
constexpr u8 kChangesFlow =
    1;  // changes which lanes run: under a guard, lanes whose guard is false jump over it
constexpr u8 kEndsBlock = 2;  // the last instruction of a basic block
constexpr u8 kCarry = 4;      // works on CC.CF
constexpr u8 kAligned = 64;  // a barrier to which all threads of a warp come together, whatever its modifiers
// ptxas may join a product and the sum or difference that uses it (decode/contractions.hpp).
constexpr u8 kProduct = 8, kSum = 16, kDifference = 32;

struct Traits {
    Kind kind = Kind::Data;
    Memory memory = Memory::None;
    Effect effect = Effect::Mix;
    u8 flags = 0;
};

// Opcodes that differ in types and modifiers alone, as a family's file lists them.
struct Form {
    // Alternatives in braces: "{add,sub}{,.sat}.s32" is add.s32, add.sat.s32, sub.s32, sub.sat.s32. Those of Data and other
    // rows with a handler are whole opcodes; others may have any modifiers behind them, which their decoder reads.
    const char* opcodes;
    // A letter an operand: results, '=', sources. Of whole opcodes t is the last type, d the one before it, w the last one
    // with twice the bits, p a predicate, n 32 bits, l 64 bits. Elsewhere also v: as its type and the vector say; a: an
    // address; c: code.
    const char* operands = "";
    Traits traits = {};
    const char* operation = nullptr;  // the internal operation that does it, if it is always the same one
};

// The number of a handler: its family, and its place among the family's opcodes that have one.
struct Id {
    u8 family = 0xff;
    u16 index = 0;
    bool operator==(const Id&) const = default;
    explicit constexpr operator bool() const { return family != 0xff; }
};

// One opcode's row.
struct Opcode : Traits {
    std::string name;  // "add.rn.f32"; of one with free modifiers what it begins with: "ld"
    Id id;             // its handler, or its operation's; none if a decoder chooses
    bool own_handler = false;
    bool has_result = true;  // the first operand is one
    bool signed_result = false;
    u8 operands = 0;          // of whole opcodes: how many, result included
    Element element[6] = {};  // of each
};

// The row of an opcode, whatever order its modifiers stand in, since ptxas takes "min.s32.relu" for "min.relu.s32"; the
// types keep theirs. One that the table lacks gets a row of the kind Unsupported. Rows stay where they are.
const Opcode& find(std::string_view opcode);

// The same for whole opcodes alone; nullptr if there is none.
const Opcode* find_whole(std::string_view opcode);

// The id of a whole opcode or internal operation whose name is put together while the emulator runs; none if there is none.
// A name that stands in the code is id("…") of families.hpp.
Id id_of(std::string_view name);

// The whole opcodes of PTX whose results depend on their operands alone, ordered by name.
const std::vector<const Opcode*>& data_opcodes();

// All rows that have a handler of their own, and the others: for tests and tools.
std::vector<const Opcode*> all_opcodes();

}  // namespace simt::isa
