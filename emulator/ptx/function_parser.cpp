// See function_parser.hpp. Nested scopes are counted, without recursion.
#include "emulator/ptx/function_parser.hpp"

#include "emulator/ptx/constant.hpp"
#include "emulator/ptx/locations.hpp"

namespace simt::ptx {

namespace {

constexpr std::size_t kMaxScopes = 256;

// "ld.global.nc.f32" -> "ld", "global", "nc", "f32"
std::vector<std::string> split(std::string_view opcode) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= opcode.size();) {
        const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
        parts.emplace_back(opcode.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

// "(.param .b32 _) _ (.param .b32 _) ;" after ".callprototype".
Function parse_prototype(TokenStream& tokens, Budget& budget) {
    Function prototype;
    prototype.ptx_line = tokens.peek().line;
    prototype.returns = parse_parameters(tokens, budget);
    prototype.name = tokens.expect(Token::Kind::Word, "'_'").text;
    prototype.parameters = parse_parameters(tokens, budget);
    while (!tokens.at(";")) {
        if (tokens.accept(".noreturn")) continue;
        if (!tokens.accept(".abi_preserve") && !tokens.accept(".abi_preserve_control"))
            tokens.fail_expected("';'");
        parse_integer(tokens, "a number of registers");
    }
    tokens.expect(";");
    return prototype;
}

class FunctionParser {
  public:
    FunctionParser(TokenStream& tokens, Function& function, const NameSet& module_names, Budget& budget)
        : tokens_(tokens),
          function_(function),
          budget_(budget),
          scopes_(module_names),
          operands_(tokens, scopes_, unresolved_) {}

    UnresolvedNames parse() {
        open_scope();
        for (const std::vector<Variable>* list : {&function_.returns, &function_.parameters}) {
            for (const Variable& variable : *list) {
                const bool in_register = variable.space == Space::Register;
                const auto kind = in_register ? Declared::Kind::Register : Declared::Kind::Variable;
                if (scopes_.declare(variable.name, kind) == nullptr) {
                    tokens_.fail("parameter " + quoted(variable.name) + " is declared twice");
                }
                if (in_register) function_.registers.push_back({variable.name, variable.type});
            }
        }
        tokens_.expect("{");
        while (scopes_.depth() > 0) parse_statement();
        resolve_labels();
        return std::move(unresolved_);
    }

  private:
    void open_scope() {
        if (scopes_.depth() == kMaxScopes) tokens_.fail("braces nested more than 256 deep");
        scopes_.open();
    }

    void parse_statement() {
        tokens_.begin_statement();
        if (tokens_.accept("{")) return open_scope();
        if (tokens_.accept("}")) return scopes_.close();
        if (tokens_.at(Token::Kind::Directive)) return parse_directive();
        if (tokens_.at(Token::Kind::Word)) return parse_word();
        Instruction instruction;
        instruction.ptx_line = tokens_.peek().line;
        if (!tokens_.accept("@")) tokens_.fail_expected("an instruction, a declaration or '}'");
        instruction.guard_negated = tokens_.accept("!");
        const Token guard = tokens_.expect(Token::Kind::Word, "a predicate");
        const Declared* declared = scopes_.find(guard.text);
        if (declared == nullptr || declared->kind != Declared::Kind::Register) {
            tokens_.fail("the guard " + quoted(guard.text) + " is not a register declared here");
        }
        instruction.guard = declared->unique;
        parse_instruction(std::move(instruction), tokens_.expect(Token::Kind::Word, "an instruction"));
    }

    void parse_word() {
        const Token word = tokens_.next();
        if (tokens_.accept(":")) return parse_label(word);
        Instruction instruction;
        instruction.ptx_line = word.line;
        parse_instruction(std::move(instruction), word);
    }

    void parse_label(const Token& name) {
        const bool targets = tokens_.at(".branchtargets"), calls = tokens_.at(".calltargets");
        if (!targets && !calls && !tokens_.at(".callprototype")) {
            const std::string* unique = scopes_.declare_label(name.text);
            if (unique == nullptr) tokens_.fail("label " + quoted(name.text) + " is declared twice");
            function_.labels[*unique] = static_cast<u32>(function_.body.size());
            return;
        }
        tokens_.next();
        const std::string label(name.text);
        if (!list_names_.insert(label).second) tokens_.fail("label " + quoted(label) + " is declared twice");
        if (targets) {
            function_.branch_targets[label] = parse_names();
            scope_of_list_[label] = scopes_.current();
        } else if (calls) {
            parse_names();  // a hint: which functions an indirect call may reach
        } else {
            function_.prototypes[label] = parse_prototype(tokens_, budget_);
        }
    }

    std::vector<std::string> parse_names() {
        std::vector<std::string> names;
        do {
            names.emplace_back(tokens_.expect(Token::Kind::Word, "a name").text);
        } while (tokens_.accept(","));
        tokens_.expect(";");
        return names;
    }

    void parse_directive() {
        const std::string_view directive = tokens_.peek().text;
        if (directive == ".loc") return locations_.parse_loc(tokens_);
        if (tokens_.accept(".reg")) return parse_registers(tokens_, scopes_, function_.registers, budget_);
        if (const Space space = space_named(directive); space != Space::None) {
            tokens_.next();
            return declare_variables(parse_variables(tokens_, space, false, budget_));
        }
        if (tokens_.accept(".pragma")) return skip_pragma(tokens_);
        tokens_.fail("directive " + quoted(directive) + " is not known inside a function");
    }

    void declare_variables(const std::vector<Variable>& variables) {
        for (const Variable& variable : variables) {
            const std::string* unique = scopes_.declare(variable.name, Declared::Kind::Variable);
            if (unique == nullptr)
                tokens_.fail_statement("variable " + quoted(variable.name) + " is declared twice");
            function_.variables.push_back(variable);
            function_.variables.back().name = *unique;
        }
    }

    void parse_instruction(Instruction instruction, const Token& opcode) {
        instruction.opcode = opcode.text;
        instruction.parts = split(opcode.text);
        instruction.isa = &isa::find(opcode.text);
        instruction.places = locations_.current();
        const bool call = instruction.is(isa::Kind::Call);
        if (tokens_.at("}") || tokens_.at_end() || tokens_.at(Token::Kind::Directive))
            tokens_.fail_expected("';'");
        if (!tokens_.at(";")) {
            do {
                const bool list = call && tokens_.at("(");
                instruction.operands.push_back(list ? operands_.parse_call_list() : operands_.parse());
            } while (tokens_.accept(","));
        }
        tokens_.expect(";");
        function_.body.push_back(std::move(instruction));
        scope_of_.push_back(scopes_.current());
    }

    // Branches come before their labels, so names of labels are resolved at the end of the function.
    void resolve_labels() {
        for (auto& [list, targets] : function_.branch_targets) {
            for (std::string& target : targets) {
                const std::string* label = scopes_.find_label(target, scope_of_list_[list]);
                if (label == nullptr)
                    tokens_.fail(quoted(list) + " lists " + quoted(target) + ", which is no label");
                target = *label;
            }
        }
        if (scopes_.has_repeated_labels()) {
            for (std::size_t k = 0; k < function_.body.size(); ++k) {
                for (Operand& operand : function_.body[k].operands) {
                    if (operand.kind != Operand::Kind::Symbol || !unresolved_.contains(operand.name))
                        continue;
                    if (const std::string* label = scopes_.find_label(operand.name, scope_of_[k]))
                        operand.name = *label;
                }
            }
        }
        std::erase_if(unresolved_, [&](const auto& entry) {
            return scopes_.find_label(entry.first, 0) != nullptr || list_names_.contains(entry.first);
        });
    }

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

}  // namespace

UnresolvedNames parse_body(TokenStream& tokens, Function& function, const NameSet& module_names,
                           Budget& budget) {
    return FunctionParser(tokens, function, module_names, budget).parse();
}

}  // namespace simt::ptx
