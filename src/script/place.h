// The place of a value: registers of a thread, memory, shared local memory or the URB, as a list of elements of one
// type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "eu/thread.h"
#include "functions/urb.h"
#include "isa/type.h"
#include "memory/view.h"

namespace eugene::script {

struct Place {
  enum class Kind : std::uint8_t {
    registers,     // bytes [begin, end) of the Thread
    accumulator,   // channels of accumulator `begin`, with guard bits; element i is channel i
    memory,        // GPU addresses
    local_memory,  // of the thread's group
    urb,           // rows of the URB
  };
  Kind kind = Kind::registers;
  isa::Type type = isa::Type::ud;
  std::uint64_t begin = 0;         // byte; accumulator: its index
  std::uint64_t end = 0;           // byte after the last; accumulator: number of channels
  std::uint64_t first = 0;         // accumulator: channel of element 0
  std::optional<unsigned> thread;  // counted over all groups; none: all threads
  bool is_sized = false;           // the user has specified the size
  std::string variable;            // a vISA variable in registers; its first `first` elements are skipped
  bool is_typed = false;           // the user has specified the type
  std::string text;                // as the user wrote it

  bool of_threads() const { return kind == Kind::registers || kind == Kind::accumulator || kind == Kind::local_memory; }
  // The number of elements up to the end.
  std::uint64_t count() const { return kind == Kind::accumulator ? end - first : (end - begin) / isa::byte_size(type); }
};

// The memories that a place can refer to.
struct Storage {
  eu::Thread* thread = nullptr;
  std::span<std::byte> registers;  // the whole thread, including its variables
  std::span<std::byte> local_memory;
  memory::View* view = nullptr;
  functions::Urb* urb = nullptr;
};

// Return the value of element `index`, or write it. Return nothing or false if it does not exist or is not mapped.
std::optional<std::uint64_t> read_element(const Storage& storage, const Place& place, std::uint64_t index);
bool write_element(const Storage& storage, const Place& place, std::uint64_t index, std::uint64_t bits);

}  // namespace eugene::script
