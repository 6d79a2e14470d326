// Results that a GPU may have otherwise, since documents bound them or leave
// them open (isa/fidelity.h): what makes them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "eu/kernel.h"
#include "eu/port.h"
#include "isa/fidelity.h"

namespace eugene::checks {

struct Inexact {
  std::string name;  // "math.sin"
  isa::FidelityRow row;

  // "math.sin, which is bounded"
  std::string words() const;
};

// By instruction; nothing: its results are exact, or it is a message.
std::vector<std::optional<Inexact>> inexact_instructions(const eu::Kernel& kernel);
std::optional<Inexact> inexact_message(const isa::Gen& gen, const eu::SendRequest& request);
// Whether an instruction or message of the kernel may have such a result.
bool has_inexact(const eu::Kernel& kernel);

// The bytes of a message's response that enabled channels get.
std::vector<std::size_t> answered_bytes(const isa::Gen& gen, const eu::SendRequest& request);
// A sampler's message: its answer depends on all that it is sent.
bool is_sampler(const eu::SendRequest& request);

}  // namespace eugene::checks
