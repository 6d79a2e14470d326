#include "check/init/origins.h"

namespace eugene::check {
namespace {

constexpr std::size_t kMaxOrigins = 30'000;  // origins with their own numbers

}  // namespace

std::string_view find_noun(InitSpace space) {
  switch (space) {
    case InitSpace::register_: return "a register";
    case InitSpace::local: return "local memory";
    case InitSpace::private_: return "private memory";
    case InitSpace::global: return "a buffer";
  }
  return {};
}

AccessSite InitOrigin::side_for(const AccessSite& use) const {
  AccessSite found = use;
  found.instruction = side.instruction;
  found.verb = "origin";
  return found;
}

OriginNumber InitOrigins::add(const InitOrigin& origin) {
  const auto [at, is_new] =
      numbers_.try_emplace({origin.space, origin.side.instruction, origin.is_stored}, OriginNumber{0});
  if (!is_new) return at->second;
  if (origins_.size() < kMaxOrigins) origins_.push_back(origin);
  const bool is_register = origins_.back().space == InitSpace::register_;
  return at->second = static_cast<OriginNumber>(origins_.size() | (is_register ? kOfRegister : 0U));
}

}  // namespace eugene::check
