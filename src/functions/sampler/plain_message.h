// The short way of messages that a PlainTexture can answer.
#pragma once

#include <optional>

#include "functions/message_call.h"
#include "functions/sampler/bindings.h"
#include "functions/sampler/messages.h"
#include "functions/sampler/payload.h"

namespace eugene::functions {

// Nothing: the message, its header or its surface are not that simple, or memory is not mapped. Otherwise what
// execute() gives.
std::optional<bool> execute_plain(MessageCall& call, SamplerBinding& binding, const SamplerRow& row,
                                  const ParameterList& parameters, const SamplerShape& shape);

}  // namespace eugene::functions
