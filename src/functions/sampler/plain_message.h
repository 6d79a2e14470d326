// Fast path for messages that a PlainTexture can execute.
#pragma once

#include <optional>

#include "functions/message_call.h"
#include "functions/sampler/bindings.h"
#include "functions/sampler/messages.h"
#include "functions/sampler/payload.h"

namespace eugene::functions {

// Executes a message like execute(). Returns nothing if the message, its header or its surface is not simple, or if
// memory is not mapped.
std::optional<bool> execute_plain(MessageCall& call, SamplerBinding& binding, const SamplerRow& row,
                                  const ParameterList& parameters, const SamplerShape& shape);

}  // namespace eugene::functions
