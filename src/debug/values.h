// Registers and memory as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "debug/command.h"
#include "eu/thread.h"

namespace eugene::debug {

// An element of `type` at the start of `bytes`, which has as many bytes as it needs.
std::string value_text(isa::Type type, std::span<const std::byte> bytes);
// `channels` elements of registers, eight a line, each after its channel; those of channels that do not run are in
// parentheses. An element beyond the registers is "-".
std::string elements_text(const Elements& elements, const eu::Thread& thread, unsigned channels);

}  // namespace eugene::debug
