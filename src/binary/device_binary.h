// A compiled OpenCL program as Intel's compiler writes it: kernels with their code, arguments and requirements, which
// patch tokens describe, or in a zebin (zebin.h) a section of YAML.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "binary/debug_data.h"
#include "isa/gen.h"
#include "isa/machine.h"

namespace eugene::binary {

enum class ArgumentKind : std::uint8_t { unknown, value, global, constant, local, image, sampler };
std::string_view find_name(ArgumentKind kind);

struct DeclaredArgument {
  ArgumentKind kind = ArgumentKind::unknown;
  std::uint32_t size = 0;       // bytes in the cross-thread data
  std::uint32_t alignment = 1;  // of a local argument, in local memory
  // Offset in the cross-thread data at which the driver writes the pointer, or the offset of a local argument in local
  // memory. Nothing for other kinds, or if the kernel reads no pointer.
  std::optional<std::uint32_t> pointer_offset;
  std::optional<std::uint32_t> binding;  // index in the binding table; nothing without a surface
  // Empty unless the program was compiled with -cl-kernel-arg-info.
  std::string name, type, address, access, qualifiers;
};

// Bytes of a kernel's code that the driver overwrites with an address when it loads the program.
struct Relocation {
  std::size_t offset = 0, bytes = 0;  // 2, 4 or 8
  bool is_high = false;               // the upper half of the address
  std::string symbol;  // symbol whose address is written; empty if the value is not exactly a symbol's address
};

// A value that the driver writes into the cross-thread data.
enum class PayloadValue : std::uint8_t {
  argument,             // part of an argument of kind `value`
  buffer_offset,        // of a buffer argument, relative to the address in its surface state
  global_offset,        // of global ids
  local_size,           // work-items of this group
  enqueued_local_size,  // work-items of a full group, if the last group is smaller
  global_size,
  group_count,
  work_dimensions,
  simd_size,
  private_bytes,  // of a thread
  constant_data,  // the address of program-scope constants
  global_data,    // the address of program-scope variables
  printf_buffer,  // an address
};
struct PayloadField {
  PayloadValue value{};
  std::uint32_t offset = 0;  // in the cross-thread data
  std::uint32_t bytes = 0;
  std::uint32_t argument = 0;                 // index of the argument
  std::uint32_t part = 0;                     // offset in an argument's value; for sizes the dimension
  std::optional<std::uint32_t> binding = {};  // for addresses of memory: index of its surface in the binding table
};

// The thread's registers with local ids, as words, x first.
struct ThreadPayload {
  std::uint8_t dimensions = 0;       // number of dimensions with local ids
  bool has_unused_register = false;  // an unused register replaces the local ids
};

struct DeviceKernel {
  std::string name;
  std::size_t code_offset = 0;                                         // of `code` in the file
  std::vector<std::byte> code;                                         // instructions, without the padding after them
  std::vector<std::byte> general_state, dynamic_state, surface_state;  // heaps; empty for a zebin
  unsigned simd = 0;                                                   // 8, 16 or 32; 0 if the binary does not say
  std::uint32_t pointer_bytes = 8;                                     // 4 or 8: DeviceBinary::pointer_bytes
  unsigned grf_count = 0;                              // registers per thread; 0 if the binary does not say
  std::array<std::uint32_t, 3> required_group_size{};  // zeros: any
  bool has_barriers = false;
  std::uint32_t cross_thread_bytes = 0;                 // constant data common to the threads of a dispatch
  std::uint32_t slm_bytes = 0;                          // local memory declared in the kernel, per thread group
  std::uint32_t scratch_bytes = 0;                      // per thread: spills and indirect private arrays
  std::uint32_t private_bytes = 0;                      // stateless private memory, per work item
  std::optional<std::uint32_t> private_pointer_offset;  // of the private memory's address in the cross-thread data
  std::uint32_t binding_table_entries = 0;
  std::uint32_t binding_table_offset = 0;  // in surface_state
  std::uint32_t sampler_count = 0;
  bool uses_printf = false;
  std::map<std::uint32_t, std::string> printf_strings;  // by the index that printf() writes; patch tokens only
  std::string attributes;                               // as written in the source, if the compiler kept them
  std::vector<DeclaredArgument> arguments;              // by index
  std::vector<PayloadField> payload;
  ThreadPayload thread_payload;
  std::vector<Relocation> relocations;
  DebugFile debug;  // for read_source_lines(); empty unless compiled with -g
};

// A variable or constant at program scope.
struct DataSymbol {
  bool is_constant = false;
  std::uint64_t offset = 0;  // in the constants or variables of the program
};

struct DeviceBinary {
  std::string target;         // name of the archive member, if it came from one
  std::uint32_t version = 0;  // of the patch tokens; 0 for a zebin
  std::string zebin_version;  // "1.20"; empty for a program with patch tokens
  std::uint32_t device = 0;   // the format's ID of the GPU's family: 11 is Gen8, 12 is Gen9
  std::uint32_t stepping = 0;
  std::uint32_t pointer_bytes = 0;
  std::string options;                                // of the compiler, if the file has them
  const isa::Gen* gen = nullptr;                      // null if Eugene does not know the family's instructions
  const isa::Machine* machine = nullptr;              // machine that `target` names; null if unknown
  std::size_t global_bytes = 0;                       // program-scope variables
  std::size_t constant_bytes = 0;                     // program-scope constants
  std::vector<std::byte> global_data, constant_data;  // initial contents; the rest is initially zeros
  std::map<std::string, DataSymbol> symbols;          // by name; zebin only
  std::vector<DeviceKernel> kernels;
  std::map<std::string, std::string> visa;  // vISA text by kernel, if the compiler was asked for it (zebin only)
};

// Returns "Gen9", "Gen8", or "device N".
std::string family_name(const DeviceBinary& binary);

// Returns whether Intel's driver allows the last groups of the program's launches to be smaller: if the program was
// compiled as OpenCL C 2.0 or later, without -cl-uniform-work-group-size.
bool allows_partial_groups(const DeviceBinary& binary);

// Loads `file`, an output of ocloc or a CL_PROGRAM_BINARIES entry. Returns one binary for each program in the file.
// Errors carry a byte offset in `file`.
Result<std::vector<DeviceBinary>> load_device_binaries(std::span<const std::byte> file);

// Returns the kernel whose code is `code`, as found in memory, so after relocation. If several match, prefers one with
// debug data. Null if none matches.
const DeviceKernel* find_kernel(std::span<const DeviceBinary> binaries, std::span<const std::byte> code);
// Returns all matching kernels, first those with debug data.
std::vector<const DeviceKernel*> find_kernels(std::span<const DeviceBinary> binaries, std::span<const std::byte> code);

}  // namespace eugene::binary
