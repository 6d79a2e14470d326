// Calls every question of the C library about its objects. Checks what holds for all: calls that fail say why, and what
// they return can be read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "eugene.h"

namespace eugene {

inline void require(bool is_so) {
  if (!is_so) std::abort();
}

// Reads the bytes at a pointer, so that a sanitizer sees wrong pointers.
inline void read(const void* data, std::uint64_t bytes) {
  constexpr std::uint64_t kMax = 4096;
  const auto* first = static_cast<const volatile unsigned char*>(data);
  for (std::uint64_t i = 0; i < std::min(bytes, kMax); ++i) (void)first[i];
  if (bytes != 0) (void)first[bytes - 1];
}
inline void read(const char* text) {
  require(text != nullptr);
  (void)std::string(text);
}

// Sets the error of another call, so that a call that fails without an error is noticed.
inline void begin() { require(eugene_option_at(0, nullptr, 0) == EUGENE_USAGE); }
inline bool succeeds(bool is_so) {
  require(is_so || std::strstr(eugene_error(), "eugene_option") == nullptr);
  return is_so;
}
inline bool succeeds(eugene_status status) { return succeeds(status == EUGENE_OK); }

inline void ask(const eugene_program* program, std::size_t asked) {
  const size_t kernels = eugene_kernel_count(program);
  for (const size_t kernel : {size_t{0}, asked}) {
    const char* name = eugene_kernel_name(program, kernel);
    require((name != nullptr) == (kernel < kernels));
    if (name == nullptr) continue;
    require(eugene_kernel_find(program, name) <= kernel);
    (void)eugene_kernel_simd(program, kernel);
    const size_t arguments = eugene_argument_count(program, kernel);
    for (size_t i = 0; i < arguments; ++i) {
      for (const auto function : {eugene_argument_name, eugene_argument_type, eugene_argument_kind})
        read(function(program, kernel, i));
      (void)eugene_argument_bytes(program, kernel, i);
    }
    const size_t instructions = eugene_instruction_count(program, kernel);
    eugene_instruction one{};
    for (size_t i = 0; i < instructions; ++i) {
      require(eugene_instruction_at(program, kernel, i, &one, sizeof one) == EUGENE_OK);
      for (const char* each : {one.text, one.opcode, one.message, one.file}) read(each);
    }
    begin();
    require(!succeeds(eugene_instruction_at(program, kernel, instructions, &one, sizeof one)));
  }
}

inline void ask(const eugene_launch* launch, std::size_t instruction) {
  eugene_place place{};
  if (eugene_launch_place(launch, &place, sizeof place) == EUGENE_OK && place.stop != EUGENE_ENDED)
    require(place.thread < place.threads);
  eugene_statistics statistics{};
  (void)eugene_launch_statistics(launch, &statistics, sizeof statistics);
  read(eugene_launch_output(launch));
  eugene_profile profile{};
  begin();
  succeeds(eugene_profile_at(launch, instruction, &profile, sizeof profile));
  eugene_estimate estimate{};
  begin();
  if (succeeds(eugene_launch_estimate(launch, &estimate, sizeof estimate))) read(estimate.limit);
  eugene_finding finding{};
  const size_t findings = eugene_finding_count(launch);
  for (size_t i = 0; i < findings; ++i) {
    require(eugene_finding_at(launch, i, &finding, sizeof finding) == EUGENE_OK);
    for (const char* each : {finding.id, finding.what, finding.memory, finding.hint, finding.text}) read(each);
    eugene_site site{};
    for (size_t j = 0; j < finding.sites; ++j) {
      require(eugene_finding_site(launch, i, j, &site, sizeof site) == EUGENE_OK);
      for (const char* each : {site.access, site.file, site.text, site.assembly}) read(each);
    }
  }
  begin();
  require(!succeeds(eugene_finding_at(launch, findings, &finding, sizeof finding)));
}

inline void ask(const eugene_machine* machine) {
  const size_t count = eugene_diagnostic_count(machine);
  eugene_diagnostic one{};
  for (size_t i = 0; i < count; ++i) {
    require(eugene_diagnostic_at(machine, i, &one, sizeof one) == EUGENE_OK);
    for (const char* each : {one.file, one.message, one.rule, one.reference, one.hint}) read(each);
  }
  begin();
  require(!succeeds(eugene_diagnostic_at(machine, count, &one, sizeof one)));
}

}  // namespace eugene
