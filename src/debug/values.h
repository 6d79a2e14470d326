// Formats registers and memory as text, and stores values in them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "debug/command.h"
#include "eu/thread.h"

namespace eugene::debug {

// Formats the element of `type` at the start of `bytes`. `bytes` must be large enough.
std::string value_text(isa::Type type, std::span<const std::byte> bytes);
// Formats a number; whole numbers with all digits.
std::string value_text(Number value);
// Returns the value of the element of `type` at the start of `bytes`.
Number to_number(isa::Type type, std::span<const std::byte> bytes);
// Returns the value of one channel's element, or nothing if the element is beyond the registers.
std::optional<Number> to_number(const Elements& elements, const eu::Thread& thread, unsigned channel);
// Returns the bytes of one channel's element; empty if the element is beyond the registers.
std::span<std::byte> find_bytes(const Elements& elements, eu::Thread& thread, unsigned channel);
// Stores `value` as the bytes of an element. Returns false if `value` does not fit.
bool store(isa::Type type, Number value, std::span<std::byte> bytes);
// Formats the elements of `channels` channels, eight on a line, with the number of each line's first channel. Elements
// of channels that are not running are in parentheses. An element beyond the registers is "-".
std::string elements_text(const Elements& elements, const eu::Thread& thread, unsigned channels,
                          Format format = Format::plain);

}  // namespace eugene::debug
