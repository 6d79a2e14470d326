// An instruction or message whose results may differ on a GPU, because the documents only bound the results or leave
// them open (isa/fidelity.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "eu/kernel.h"
#include "eu/port.h"
#include "isa/fidelity.h"

namespace eugene::check {

struct Inexact {
  std::string name;  // "math.sin"
  isa::FidelityRow row;

  // "math.sin, which is bounded"
  std::string words() const;
};

// Returns an entry for each instruction: nothing for messages and for instructions whose results are exact.
std::vector<std::optional<Inexact>> inexact_instructions(const eu::Kernel& kernel);
std::optional<Inexact> inexact_message(const isa::Gen& gen, const eu::SendRequest& request);
// Whether the kernel has an instruction or message whose results may be inexact.
bool has_inexact(const eu::Kernel& kernel);

// Returns the indices of the response's bytes that enabled channels receive.
std::vector<std::size_t> answered_bytes(const isa::Gen& gen, const eu::SendRequest& request);
// Whether a message goes to the sampler, whose answer depends on everything in the payload.
bool is_sampler(const eu::SendRequest& request);

}  // namespace eugene::check
