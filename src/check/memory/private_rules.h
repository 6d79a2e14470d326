// Judges whether an access of a work-item stays in its own variables in private memory (id memory.private). The places
// of the variables (private_layout.h) are known in builds without optimisation.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/source_variables.h"
#include "check/memory/private_layout.h"

namespace eugene::check {

// Members of structures that a statement of the source names.
struct NamedMembers {
  std::set<std::string> names;
  bool has_whole = true;  // the statement may copy a structure as a whole
};

struct PrivateFacts {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  PrivateLayout layout;
  SourceVariables source;
  std::vector<std::vector<std::uint32_t>> named;  // by frame and variable of the layout: index in source.variables
  std::vector<NamedMembers> members;              // by index of the instruction; missing: unknown
};

// A frame in the private memory of a thread.
struct PlacedFrame {
  const PrivateFrame* frame = nullptr;
  std::uint64_t begin = 0;  // offset in the thread's private memory
};

class PrivateRules {
 public:
  explicit PrivateRules(PrivateFacts facts) : facts_(std::move(facts)) {}

  const PrivateLayout& layout() const { return facts_.layout; }
  // Judges an access of `channel` to `bytes` bytes at `offset` of a frame, made by the instruction with index
  // `instruction`. `end` is the end of the frame. Returns a description of the error; nothing if the access is right,
  // or may be right.
  std::optional<std::string> judge(const PrivateFrame& frame, std::uint64_t end, std::uint64_t offset,
                                   std::uint32_t bytes, unsigned channel, std::size_t instruction) const;
  // The same for an access that has to stay in `variable`.
  std::optional<std::string> judge_index(const PrivateFrame& frame, const PrivateVariable& variable,
                                         std::uint64_t offset, std::uint32_t bytes, unsigned channel) const;

 private:
  std::string describe(const PrivateFrame& frame, const PrivateVariable& variable) const;
  const SourceVariable* find_source(const PrivateFrame& frame, const PrivateVariable& variable) const;
  const SourceType* type(std::uint32_t number) const;
  std::optional<std::string> judge_member(const SourceVariable& variable, std::uint64_t offset, std::uint32_t bytes,
                                          std::size_t instruction) const;

  PrivateFacts facts_;
};

}  // namespace eugene::check
