// Where a value is: registers of a thread, memory, shared local memory or the URB, as a list of elements of one type.
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
    accumulator,   // channels of accumulator `begin` with their guard bits; element i is channel i
    memory,        // GPU addresses
    local_memory,  // of the thread's group
    urb,           // rows
  };
  Kind kind = Kind::registers;
  isa::Type type = isa::Type::ud;
  std::uint64_t begin = 0;         // byte; accumulator: its number
  std::uint64_t end = 0;           // byte beyond the last that belongs to it; accumulator: channels
  std::uint64_t first = 0;         // accumulator: channel of element 0
  std::optional<unsigned> thread;  // counted over all groups; none: every thread
  bool is_sized = false;           // the user has given its size
  std::string variable;            // of a vISA kernel: registers, of which `first` elements are skipped
  bool is_typed = false;           // the user has given the type
  std::string text;                // as the user wrote it

  bool of_threads() const { return kind == Kind::registers || kind == Kind::accumulator || kind == Kind::local_memory; }
  // Elements up to the end.
  std::uint64_t count() const { return kind == Kind::accumulator ? end - first : (end - begin) / isa::size_of(type); }
};

// The memories that a place can refer to.
struct Storage {
  eu::Thread* thread = nullptr;
  std::span<std::byte> registers;  // of the thread, which it begins, and of its variables
  std::span<std::byte> local_memory;
  memory::View* view = nullptr;
  functions::Urb* urb = nullptr;
};

// Element `index`; nothing where it does not exist or memory is not mapped.
std::optional<std::uint64_t> read_element(const Storage& storage, const Place& place, std::uint64_t index);
bool write_element(const Storage& storage, const Place& place, std::uint64_t index, std::uint64_t bits);

}  // namespace eugene::script
