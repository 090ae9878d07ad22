// See scopes.hpp.
#include "emulator/ptx/scopes.hpp"

namespace simt::ptx {

void Scopes::open() {
    const u32 number = static_cast<u32>(parents_.size());
    parents_.push_back(open_.empty() ? number : open_.back());
    open_.push_back(number);
    names_.emplace_back();
}

void Scopes::close() {
    open_.pop_back();
    names_.pop_back();
}

// Most names belong to the outermost scope. They count as earlier uses only for the scopes inside it.
std::string Scopes::unique_name(std::string_view name) {
    std::string unique(name);
    u32 earlier = 0;
    bool taken = false;
    if (open_.size() == 1) {
        const auto used = uses_.find(name);
        if (used != uses_.end()) earlier = used->second;
        taken = earlier > 0;
    } else {
        earlier = uses_[unique]++ + names_.front().contains(name);
        taken = earlier > 0 || reserved_.contains(name);
    }
    if (taken) unique += "@" + std::to_string(earlier);
    return unique;
}

const std::string* Scopes::declare(std::string_view name, Declared::Kind kind, u8 width) {
    Names& names = names_.back();
    if (names.find(name) != names.end()) return nullptr;
    return &names.emplace(name, Declared{kind, width, unique_name(name)}).first->second.unique;
}

const Declared* Scopes::find(std::string_view name) const {
    for (auto scope = names_.rbegin(); scope != names_.rend(); ++scope) {
        if (scope->empty()) continue;
        const auto found = scope->find(name);
        if (found != scope->end()) return &found->second;
    }
    return nullptr;
}

const std::string* Scopes::declare_label(std::string_view name) {
    Labels& same = labels_.try_emplace(std::string(name)).first->second;
    std::string unique(name);
    if (!same.empty()) unique += "@" + std::to_string(same.size());
    const auto [label, added] = same.emplace(current(), std::move(unique));
    if (!added) return nullptr;
    repeated_labels_ |= same.size() > 1;
    return &label->second;
}

const std::string* Scopes::find_label(std::string_view name, u32 scope) const {
    const auto found = labels_.find(name);
    if (found == labels_.end()) return nullptr;
    const Labels& same = found->second;
    for (;; scope = parents_[scope]) {
        const auto label = same.find(scope);
        if (label != same.end()) return &label->second;
        if (parents_[scope] == scope) return &same.begin()->second;
    }
}

}  // namespace simt::ptx
