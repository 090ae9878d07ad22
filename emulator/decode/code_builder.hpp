// The code of a kernel while it is made, and what decoding one of its functions asks of the module.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/decode/frame_layout.hpp"
#include "emulator/decode/functions.hpp"
#include "emulator/decode/module_names.hpp"
#include "emulator/decode/shared_layout.hpp"

namespace simt::exec {

// The results of passes over the module.
struct ModulePasses {
    Functions functions;
    SharedLayout shared;
    ParameterLayout parameters;  // of the kernel
};

// The function that does what an opcode or an internal operation says.
using HandlerOf = Handler (*)(isa::Id id);

class CodeBuilder {
  public:
    CodeBuilder(const ptx::Module& module, const ModulePasses& passes, const AddressOf& address_of,
                HandlerOf handler_of);

    Code& code() { return *code_; }
    std::shared_ptr<Code> finished() const { return code_; }
    const ptx::Module& module() const { return module_; }
    const SharedLayout& shared() const { return passes_.shared; }
    const ParameterLayout& parameters() const { return passes_.parameters; }
    std::optional<u64> address_of(const std::string& name) const { return address_of_(name); }
    const ptx::Function* function_named(const std::string& name) const {
        return exec::function_named(module_, name);
    }
    Handler handler_of(isa::Id id) const { return handler_of_(id); }
    u32 function_index(const ptx::Function& function) const;

    void note_shared_width(u32 bytes);
    // writer: nullptr if it only reads.
    void note_global_access(u32 bytes, const ptx::Instruction* writer, u32 function);
    const std::vector<const ptx::Instruction*>& writers() const { return writers_; }
    bool others_write() const { return others_write_; }

  private:
    const ptx::Module& module_;
    const ModulePasses& passes_;
    const AddressOf& address_of_;
    HandlerOf handler_of_;
    std::shared_ptr<Code> code_;
    std::vector<const ptx::Instruction*> writers_;  // of the kernel itself, to global memory
    bool others_write_ = false;                     // functions that it calls write there, too
};

}  // namespace simt::exec
