// Registers and memory as text.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "debug/command.h"
#include "eu/thread.h"

namespace eugene::debug {

// An element of `type` at the start of `bytes`, which has as many bytes as it needs.
std::string value_text(isa::Type type, std::span<const std::byte> bytes);
// Whole numbers in full.
std::string value_text(Number value);
// Of an element of `type`, as above.
Number number_of(isa::Type type, std::span<const std::byte> bytes);
// The element of one channel. Nothing: it is beyond the registers.
std::optional<Number> number_of(const Elements& elements, const eu::Thread& thread, unsigned channel);
// Where the element of a channel is. Empty: beyond the registers.
std::span<std::byte> bytes_of(const Elements& elements, eu::Thread& thread, unsigned channel);
// `value` as the bytes of an element. False: it does not fit.
bool store(isa::Type type, Number value, std::span<std::byte> bytes);
// `channels` elements of registers, eight a line, each after its channel; those of channels that do not run are in
// parentheses. An element beyond the registers is "-".
std::string elements_text(const Elements& elements, const eu::Thread& thread, unsigned channels,
                          Format format = Format::plain);

}  // namespace eugene::debug
