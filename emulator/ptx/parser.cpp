// See parser.hpp. This file parses a module's own statements; function_parser.cpp parses bodies, declarations.cpp
// variables.
#include "emulator/ptx/parser.hpp"

#include "emulator/ptx/constant.hpp"
#include "emulator/ptx/function_parser.hpp"

namespace simt::ptx {

namespace {

constexpr u64 kMaxAliasBytes = u64{1} << 28;  // a short alias may stand for a very long name

// Keeps one declaration of each name: the one that defines it, if there is one.
template <class Declaration, class Defines>
void keep_definitions(std::vector<Declaration>& declarations, Defines defines) {
    std::map<std::string, std::size_t> place;
    std::vector<Declaration> kept;
    for (Declaration& each : declarations) {
        const auto [entry, is_first] = place.try_emplace(each.name, kept.size());
        if (is_first)
            kept.push_back(std::move(each));
        else if (defines(each))
            kept[entry->second] = std::move(each);
    }
    declarations = std::move(kept);
}

class ModuleParser {
  public:
    explicit ModuleParser(std::string_view text) : tokens_(text), budget_(text.size()) {}

    Module parse() {
        if (!tokens_.at(".version")) tokens_.fail_expected("'.version' at the start of PTX");
        while (!tokens_.at_end()) parse_statement();
        if (module_.target.empty()) tokens_.fail("the module has no .target");
        resolve_aliases();
        keep_definitions(module_.functions, [](const Function& function) { return function.has_body; });
        keep_definitions(module_.variables, [](const Variable& variable) { return !variable.external; });
        check_names();
        return std::move(module_);
    }

  private:
    void parse_statement() {
        tokens_.begin_statement();
        const Token directive =
            tokens_.expect(Token::Kind::Directive, "a directive such as .entry or .global");
        const std::string_view name = directive.text;
        if (name == ".version") return parse_version();
        if (name == ".target") return parse_target();
        if (name == ".address_size") return parse_address_size();
        if (name == ".file") return parse_file(tokens_, module_.files);
        if (name == ".section") return skip_section();
        if (name == ".alias") return parse_alias();
        if (name == ".pragma") return skip_pragma(tokens_);
        if (name == ".entry" || name == ".func") return parse_function(directive);
        if (space_named(name) != Space::None) return parse_variables_of(name, false);
        if (name == ".visible" || name == ".weak" || name == ".common" || name == ".extern") {
            const Token declared = tokens_.expect(Token::Kind::Directive, "'.func', '.entry' or a variable");
            if (declared.text == ".entry" || declared.text == ".func") return parse_function(declared);
            if (space_named(declared.text) != Space::None) {
                return parse_variables_of(declared.text, name == ".extern");
            }
        }
        tokens_.fail("directive " + quoted(name) + " is not known here");
    }

    void parse_version() {
        const Token number = tokens_.expect(Token::Kind::Number, "a version such as 9.0");
        const std::size_t dot = number.text.find('.');
        const auto major = literal(number.text.substr(0, dot));
        const auto minor =
            dot == std::string_view::npos ? std::nullopt : literal(number.text.substr(dot + 1));
        if (!major || !minor || major->type != Type::S64 || minor->type != Type::S64) {
            tokens_.fail_statement(quoted(number.text) + " is not a PTX version such as 9.0");
        }
        if (major->bits == 0 || major->bits > 9) {
            tokens_.fail_statement("PTX version " + std::string(number.text) +
                                   " is not supported; versions up to 9 are (CUDA 13 writes 9.0)");
        }
    }

    void parse_target() {
        module_.target = tokens_.expect(Token::Kind::Word, "a target such as sm_90").text;
        while (tokens_.accept(",")) {
            module_.debug |= tokens_.expect(Token::Kind::Word, "a target option").text == "debug";
        }
    }

    void parse_address_size() {
        const u64 bits = parse_integer(tokens_, "32 or 64");
        if (bits != 64)
            tokens_.fail_statement(".address_size " + std::to_string(bits) + ": only 64 bits are supported");
    }

    // Skips debug information: megabytes of numbers that the emulator does not use.
    void skip_section() {
        if (!tokens_.at(Token::Kind::Directive) && !tokens_.at(Token::Kind::Word)) {
            tokens_.fail_expected("a section's name");
        }
        tokens_.next();
        tokens_.skip_braces();
    }

    void parse_alias() {
        const Token alias = tokens_.expect(Token::Kind::Word, "a function's second name");
        tokens_.expect(",");
        const Token function = tokens_.expect(Token::Kind::Word, "a function's name");
        aliases_[std::string(alias.text)] = function.text;
        used_.try_emplace(std::string(function.text), function.line);
        tokens_.expect(";");
    }

    void parse_variables_of(std::string_view directive, bool external) {
        for (Variable& variable : parse_variables(tokens_, space_named(directive), external, budget_)) {
            names_.insert(variable.name);
            if (!external && !defined_.insert(variable.name).second) {
                tokens_.fail_statement("variable " + quoted(variable.name) + " is defined a second time");
            }
            for (const Variable::Relocation& relocation : variable.relocations) {
                used_.try_emplace(relocation.symbol, tokens_.statement_line());
            }
            module_.variables.push_back(std::move(variable));
        }
    }

    void parse_function(const Token& keyword) {
        Function function;
        function.entry = keyword.text == ".entry";
        function.ptx_line = keyword.line;
        if (!function.entry) function.returns = parse_parameters(tokens_, budget_);
        function.name = tokens_.expect(Token::Kind::Word, "a function's name").text;
        function.parameters = parse_parameters(tokens_, budget_);
        parse_performance_directives(function);
        names_.insert(function.name);
        if (!tokens_.accept(";")) {
            function.has_body = true;
            if (!defined_functions_.insert(function.name).second)
                tokens_.fail_at(function.ptx_line,
                                "function " + quoted(function.name) + " is defined a second time");
            used_.merge(parse_body(tokens_, function, names_, budget_));
        }
        module_.functions.push_back(std::move(function));
    }

    Dim3 parse_extent() {
        u32 extent[3] = {1, 1, 1};
        for (int k = 0; k < 3; ++k) {
            extent[k] = static_cast<u32>(parse_integer(tokens_, "a number of threads or blocks"));
            if (k == 2 || !tokens_.accept(",")) break;
        }
        return {extent[0], extent[1], extent[2]};
    }

    // The directives between a function's parameters and its body.
    void parse_performance_directives(Function& function) {
        while (tokens_.at(Token::Kind::Directive)) {
            const std::string_view name = tokens_.next().text;
            if (name == ".maxntid") {
                function.max_threads = parse_extent();
            } else if (name == ".reqnctapercluster") {
                function.cluster = parse_extent();
            } else if (name == ".reqntid") {
                function.required_block = parse_extent();
            } else if (name == ".minnctapersm" || name == ".maxnctapersm" || name == ".maxnreg" ||
                       name == ".maxclusterrank" || name == ".abi_preserve" ||
                       name == ".abi_preserve_control") {
                parse_integer(tokens_, "a number");
            } else if (name == ".pragma") {
                skip_pragma(tokens_);
            } else if (name != ".noreturn" && name != ".explicitcluster" && name != ".blocksareclusters" &&
                       name != ".unified") {
                tokens_.fail("directive " + quoted(name) + " is not known in front of a function's body");
            }
        }
    }

    void resolve_aliases() {
        if (aliases_.empty()) return;
        u64 grown = 0;
        const auto resolve = [&](std::string& name) {
            const auto alias = aliases_.find(name);
            if (alias == aliases_.end()) return;
            name = alias->second;
            grown += name.size();
            if (grown > kMaxAliasBytes) tokens_.fail("calls through .alias name more than 256 MiB");
        };
        for (Function& function : module_.functions) {
            for (Instruction& instruction : function.body) {
                for (Operand& operand : instruction.operands) {
                    if (operand.kind == Operand::Kind::Symbol) resolve(operand.name);
                }
            }
        }
        for (Variable& variable : module_.variables) {
            for (Variable::Relocation& relocation : variable.relocations) resolve(relocation.symbol);
        }
        std::erase_if(module_.functions,
                      [&](const Function& f) { return !f.has_body && aliases_.contains(f.name); });
    }

    void check_names() {
        for (const auto& [name, line] : used_) {
            if (!names_.contains(name)) tokens_.fail_at(line, quoted(name) + " is not declared");
        }
    }

    TokenStream tokens_;
    Module module_;
    Budget budget_;
    NameSet names_;    // of the module's functions and variables
    NameSet defined_;  // its variables with a definition
    NameSet defined_functions_;
    UnresolvedNames used_;  // by function bodies and initial values
    std::map<std::string, std::string> aliases_;
};

}  // namespace

Module parse(std::string_view text) {
    while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
    return ModuleParser(text).parse();
}

}  // namespace simt::ptx
