// Files of NumPy arrays (.npy): NEP 1, "A Simple File Format for NumPy Arrays".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::load {

struct Array {
  std::string type;                  // "<f4": byte order, kind and bytes of an element
  std::vector<std::uint64_t> shape;  // elements of each dimension, the last of which follow each other
  std::span<const std::byte> data;
};

bool is_npy(std::span<const std::byte> file);
// The array's data lies in `file`. Fails if its elements are in Fortran's order or are Python objects, or if data is
// missing.
Result<Array> read_npy(std::span<const std::byte> file);

// A file of one dimension.
std::vector<std::byte> write_npy(std::span<const std::byte> data, const std::string& type);

// Bytes of an element of such a type; 0 if it is no number.
std::size_t element_bytes(const std::string& type);

}  // namespace eugene::load
