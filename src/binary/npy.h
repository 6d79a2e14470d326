// Reads and writes NumPy arrays (.npy): NEP 1, "A Simple File Format for NumPy Arrays".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::binary {

struct Array {
  std::string type;                  // "<f4": byte order, kind and bytes of an element
  std::vector<std::uint64_t> shape;  // elements of each dimension; those of the last dimension are contiguous
  std::span<const std::byte> data;
};

bool is_npy(std::span<const std::byte> file);
// Reads an array, whose data points into `file`. Fails if its elements are in Fortran order or are Python objects, or
// if data is missing.
Result<Array> read_npy(std::span<const std::byte> file);

// Returns a file with a one-dimensional array.
std::vector<std::byte> write_npy(std::span<const std::byte> data, const std::string& type);

// Returns the size of an element of `type` in bytes; 0 if it is not a number.
std::size_t element_bytes(const std::string& type);

}  // namespace eugene::binary
