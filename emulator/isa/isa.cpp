// Finds rows. The first look-up indexes the forms by the first part of their opcodes; a row is made when it is first found.
#include "emulator/isa/isa.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>

#include "emulator/isa/families.hpp"

namespace simt::isa {

namespace {

// A form, and the first number of its opcodes' handlers in its family.
struct Entry {
    const Form* form;
    u8 family;
    u16 first;
};

// Opcode number `number` of a pattern.
std::string spelled(const char* pattern, u32 number) {
    std::string text;
    while (*pattern != '\0') {
        if (*pattern != '{') {
            text += *pattern++;
            continue;
        }
        const char* behind = pattern;
        while (*behind != '}') ++behind;
        const u32 rest = count(++behind);
        u32 k = 0;
        each_alternative(pattern, [&](std::string_view alternative, const char*) {
            if (k++ == number / rest) text += alternative;
        });
        number %= rest;
        pattern = behind;
    }
    return text;
}

std::string_view root_of(std::string_view opcode) { return opcode.substr(0, opcode.find('.')); }

// Calls visit(root) for the first part of each opcode of a pattern, for some more than once.
template <class Visit>
void each_root(const std::string& before, const char* pattern, const Visit& visit) {
    const char* end = pattern;
    while (*end != '\0' && *end != '.' && *end != '{') ++end;
    const std::string root = before + std::string(pattern, end);
    if (*end != '{') return visit(root);
    each_alternative(end, [&](std::string_view alternative, const char* rest) {
        if (alternative.find('.') != std::string_view::npos)
            visit(root + std::string(root_of(alternative)));
        else
            each_root(root + std::string(alternative), rest, visit);
    });
}

// An opcode with its modifiers sorted and placed before its types.
std::string ordered(std::string_view opcode) {
    std::vector<std::string_view> modifiers;
    std::string root(root_of(opcode)), types;
    for (std::size_t start = root.size() + 1; start <= opcode.size();) {
        const std::size_t dot = std::min(opcode.find('.', start), opcode.size());
        const std::string_view part = opcode.substr(start, dot - start);
        if (element_named(part) != Element::None)
            types.append(".").append(part);
        else
            modifiers.push_back(part);
        start = dot + 1;
    }
    std::sort(modifiers.begin(), modifiers.end());
    for (const std::string_view modifier : modifiers) root.append(".").append(modifier);
    return root + types;
}

class Table {
  public:
    Table() {
        for (std::size_t family = 0; family < kFamilies; ++family) {
            u16 first = 0;
            for (const Form& form : kForms[family]) {
                const Entry entry{&form, static_cast<u8>(family), first};
                each_root("", form.opcodes, [&](const std::string& root) {
                    std::vector<Entry>& entries = by_root_[root];
                    if (entries.empty() || entries.back().form != &form) entries.push_back(entry);
                });
                if (has_handlers(form)) first = static_cast<u16>(first + count(form.opcodes));
            }
        }
    }

    const Opcode* whole(std::string_view opcode) {
        const auto entries = by_root_.find(root_of(opcode));
        if (entries == by_root_.end()) return nullptr;
        for (const Entry& entry : entries->second)
            if (has_handlers(*entry.form))
                if (const int number = match(entry.form->opcodes, opcode); number >= 0)
                    return &row(entry, static_cast<u32>(number));
        return nullptr;
    }

    // The row that matches most of the opcode's first parts.
    const Opcode* open(std::string_view opcode) {
        const auto entries = by_root_.find(root_of(opcode));
        const Opcode* best = nullptr;
        if (entries == by_root_.end()) return nullptr;
        for (const Entry& entry : entries->second) {
            if (has_handlers(*entry.form)) continue;
            const int number = match(entry.form->opcodes, opcode, true);
            if (number < 0) continue;
            const Opcode& found = row(entry, static_cast<u32>(number));
            if (best == nullptr || found.name.size() > best->name.size()) best = &found;
        }
        return best;
    }

    const Opcode* in_any_order(std::string_view opcode) {
        if (by_order_.empty())
            for (const Opcode* each : all())
                if (each->own_handler && each->kind != Kind::Internal)
                    by_order_.emplace(ordered(each->name), each);
        const auto found = by_order_.find(ordered(opcode));
        return found == by_order_.end() ? nullptr : found->second;
    }

    std::vector<const Opcode*> all() {
        std::vector<const Opcode*> rows;
        for (const auto& [root, entries] : by_root_)
            for (const Entry& entry : entries)
                for (u32 number = 0; number < count(entry.form->opcodes); ++number)
                    if (const Opcode& each = row(entry, number); root_of(each.name) == root)
                        rows.push_back(&each);
        std::sort(rows.begin(), rows.end(),
                  [](const Opcode* a, const Opcode* b) { return a->name < b->name; });
        return rows;
    }

    std::mutex mutex;

  private:
    const Opcode& row(const Entry& entry, u32 number) {
        const auto [place, is_new] = rows_.try_emplace({entry.form, number});
        if (is_new) fill(place->second, entry, number);
        return place->second;
    }

    void fill(Opcode& opcode, const Entry& entry, u32 number) {
        const Form& form = *entry.form;
        static_cast<Traits&>(opcode) = form.traits;
        opcode.name = spelled(form.opcodes, number);
        opcode.has_result = form.operands[0] != '=';
        opcode.own_handler = has_handlers(form);
        if (opcode.own_handler)
            opcode.id = {entry.family, static_cast<u16>(entry.first + number)};
        else if (form.operation != nullptr)
            opcode.id = whole(form.operation)->id;
        if (!opcode.own_handler || opcode.kind == Kind::Internal) return;
        for (const char* letter = form.operands; *letter != '\0'; ++letter)
            if (*letter != '=') opcode.element[opcode.operands++] = element_of(*letter, opcode.name);
        const std::string_view type = type_from_end(opcode.name, form.operands[0] == 'd' ? 1 : 0);
        opcode.signed_result = !type.empty() && type[0] == 's';
    }

    std::map<std::string, std::vector<Entry>, std::less<>> by_root_;
    std::map<std::pair<const Form*, u32>, Opcode> rows_;
    std::unordered_map<std::string, const Opcode*> by_order_;
};

Table& table() {
    static Table the_table;
    return the_table;
}

}  // namespace

const Opcode* find_whole(std::string_view opcode) {
    const std::lock_guard lock(table().mutex);
    const Opcode* found = table().whole(opcode);
    return found != nullptr ? found : table().in_any_order(opcode);
}

const Opcode& find(std::string_view opcode) {
    static const Opcode kUnsupported = [] {
        Opcode opcode;
        opcode.kind = Kind::Unsupported;
        return opcode;
    }();
    const std::lock_guard lock(table().mutex);
    const Opcode* found = table().whole(opcode);
    if (found == nullptr) found = table().open(opcode);
    if (found == nullptr) found = table().in_any_order(opcode);
    return found != nullptr ? *found : kUnsupported;
}

Id id_of(std::string_view name) {
    const std::lock_guard lock(table().mutex);
    const Opcode* found = table().whole(name);
    return found == nullptr ? Id{} : found->id;
}

std::vector<const Opcode*> all_opcodes() {
    const std::lock_guard lock(table().mutex);
    return table().all();
}

}  // namespace simt::isa
