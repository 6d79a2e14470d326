// A citation: the place where a document states something. docs/record/errata.md lists the documents that ship with the
// project.
#pragma once

#include <array>
#include <string_view>

#include "isa/gen.h"

namespace eugene::isa {

// A document and a section of it. Empty if a generation does not have the cited thing.
struct Citation {
  std::string_view document;
  std::string_view section;
  constexpr bool present() const { return !document.empty(); }
};

using Citations = PerGen<Citation>;

constexpr Citation snb(std::string_view section) { return {"SNB PRM vol4 part2", section}; }
constexpr Citation ivb(std::string_view section) { return {"IVB PRM vol4 part3", section}; }
constexpr Citation bdw(std::string_view section) { return {"BDW PRM", section}; }
constexpr Citation skl(std::string_view section) { return {"SKL PRM", section}; }
constexpr Citation bxt(std::string_view section) { return {"BXT PRM vol6", section}; }
constexpr Citation mesa(std::string_view section) { return {"Mesa", section}; }
constexpr Citation iga(std::string_view section) { return {"IGA", section}; }
constexpr Citation errata(std::string_view section) { return {"docs/record/errata.md", section}; }
inline constexpr Citation kNone{};

}  // namespace eugene::isa
