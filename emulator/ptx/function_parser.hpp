// The body of a function: statements between '{' and '}'.
#pragma once

#include "emulator/ptx/declarations.hpp"
#include "emulator/ptx/locations.hpp"
#include "emulator/ptx/operands.hpp"

namespace simt::ptx {

class FunctionParser {
  public:
    // module_names: the module's declarations so far.
    FunctionParser(TokenStream& tokens, Function& function, const NameSet& module_names, Budget& budget)
        : tokens_(tokens),
          function_(function),
          budget_(budget),
          scopes_(module_names),
          operands_(tokens, scopes_, unresolved_) {}

    // Parses from the '{' to its '}' inclusive. Fill in the function's signature before.
    void parse();

    // After parse(): names in the body that neither the function nor its labels declare.
    const UnresolvedNames& unresolved() const { return unresolved_; }

  private:
    void parse_statement();
    void parse_directive();
    void parse_word();
    void parse_label(const Token& name);
    void parse_instruction(Instruction instruction, const Token& opcode);
    std::vector<std::string> parse_names();
    void declare_variables(const std::vector<Variable>& variables);
    void open_scope();
    void resolve_labels();

    TokenStream& tokens_;
    Function& function_;
    Budget& budget_;
    Scopes scopes_;
    UnresolvedNames unresolved_;
    OperandParser operands_;
    Locations locations_;
    NameSet list_names_;                        // labels of .branchtargets, .calltargets and .callprototype
    std::vector<u32> scope_of_;                 // scope of each instruction of the body
    std::map<std::string, u32> scope_of_list_;  // scope of each .branchtargets list
};

// "(.param .b32 _) _ (.param .b32 _) ;" after ".callprototype".
Function parse_prototype(TokenStream& tokens, Budget& budget);

}  // namespace simt::ptx
