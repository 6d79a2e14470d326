#include "visa/scope.h"

#include <ranges>

#include "visa/predefined.h"

namespace eugene::visa {

Scope::Scope() : scopes_(2) {
  for (std::uint32_t n = 0; n < kPredefined.size(); ++n)
    scopes_[0].emplace(kPredefined[n].name, Name{VariableKind::general, n});
  for (std::uint32_t n = 0; n < kFirstSurface; ++n) {
    scopes_[0].emplace(kPredefinedSurfaces[n], Name{VariableKind::surface, n});
    scopes_[0].emplace("T" + std::to_string(n), Name{VariableKind::surface, n});
  }
  scopes_[0].emplace("V0", Name{VariableKind::general, 0});
  scopes_[0].emplace(kBindlessSamplerName, Name{VariableKind::sampler, kBindlessSampler});
}

std::optional<Name> Scope::find(std::string_view name) const {
  for (const auto& scope : std::views::reverse(scopes_)) {
    if (const auto at = scope.find(name); at != scope.end()) return at->second;
  }
  return std::nullopt;
}

bool Scope::declare(std::string_view name, Name variable) {
  return scopes_.back().emplace(std::string(name), variable).second;
}

std::string Scope::unused(std::string_view name) {
  std::string result(name);
  for (unsigned count = used_[result]++; count != 0; count = used_[result]++)
    result = std::string(name) + "_" + std::to_string(count);
  return result;
}

bool Scope::open() {
  constexpr std::size_t kMax = 1000;
  if (scopes_.size() > kMax) return false;
  scopes_.emplace_back();
  return true;
}

bool Scope::close() {
  if (scopes_.size() == 2) return false;
  scopes_.pop_back();
  return true;
}

}  // namespace eugene::visa
