#include "program_data.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "checked_prelude.h"
#include "info.h"

namespace eugene::inside::opencl {
namespace {

// Returns true for an ELF file whose machine is EM_INTELGT (at byte 18), as in zebin files.
bool is_zebin(const std::vector<unsigned char>& binary) {
  constexpr unsigned char kMagic[] = {0x7F, 'E', 'L', 'F'};
  constexpr std::size_t kMachineAt = 18;
  constexpr unsigned char kMachine = 205;
  return binary.size() > kMachineAt + 1 && std::memcmp(binary.data(), kMagic, sizeof kMagic) == 0 &&
         binary[kMachineAt] == kMachine && binary[kMachineAt + 1] == 0;
}

}  // namespace

std::vector<std::vector<unsigned char>> query_binaries(cl_program program) {
  std::size_t bytes = 0;
  if (driver().clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, 0, nullptr, &bytes) != CL_SUCCESS) return {};
  std::vector<std::size_t> sizes(bytes / sizeof(std::size_t));
  if (driver().clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, bytes, sizes.data(), nullptr) != CL_SUCCESS)
    return {};
  std::vector<std::vector<unsigned char>> binaries;
  binaries.reserve(sizes.size());
  for (const std::size_t size : sizes) binaries.emplace_back(size);
  std::vector<unsigned char*> pointers;
  pointers.reserve(binaries.size());
  for (auto& binary : binaries) pointers.push_back(binary.data());
  const cl_int result = driver().clGetProgramInfo(program, CL_PROGRAM_BINARIES,
                                                  pointers.size() * sizeof(unsigned char*), pointers.data(), nullptr);
  return result == CL_SUCCESS ? binaries : std::vector<std::vector<unsigned char>>();
}

std::string read_source(cl_program program) { return std::string(without_prelude(text_as_built(program))); }

std::string text_as_built(cl_program program) {
  return read_text([&](std::size_t room, void* place, std::size_t* bytes) {
    return driver().clGetProgramInfo(program, CL_PROGRAM_SOURCE, room, place, bytes);
  });
}

bool has_argument_info(cl_kernel kernel) {
  cl_program program = nullptr;
  if (driver().clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(cl_program), &program, nullptr) != CL_SUCCESS)
    return false;
  return !read_source(program).empty() || std::ranges::none_of(query_binaries(program), is_zebin);
}

}  // namespace eugene::inside::opencl
