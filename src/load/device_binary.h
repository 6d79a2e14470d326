// A compiled OpenCL program as Intel's compiler leaves it: kernels with their code, arguments and needs. Patch tokens
// describe them, or in a zebin (zebin.h) a section of YAML.
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
#include "isa/gen.h"
#include "isa/machine.h"
#include "load/debug_data.h"

namespace eugene::load {

enum class ArgumentKind : std::uint8_t { unknown, value, global, constant, local, image, sampler };
std::string_view name_of(ArgumentKind kind);

struct Argument {
  ArgumentKind kind = ArgumentKind::unknown;
  std::uint32_t size = 0;       // bytes in the cross-thread data
  std::uint32_t alignment = 1;  // of a local argument, in local memory
  // Where the driver writes the pointer, or where a local argument begins in local memory: an offset in the
  // cross-thread data. Nothing of other kinds, and where the kernel reads no pointer.
  std::optional<std::uint32_t> pointer_offset;
  std::optional<std::uint32_t> binding;  // index in the binding table, of what has a surface
  // Only where the program was compiled with -cl-kernel-arg-info; else empty.
  std::string name, type, address, access, qualifiers;
};

// Bytes of a kernel's code that the driver overwrites with an address when it loads the program.
struct Relocation {
  std::size_t offset = 0, bytes = 0;  // 2, 4 or 8
  bool is_high = false;               // the upper half of the address
  std::string symbol;                 // whose address; empty where it is not just an address
};

// A value that the driver writes into the cross-thread data.
enum class PayloadValue : std::uint8_t {
  argument,             // a part of an argument that is a value
  buffer_offset,        // of a buffer argument: from the address in its surface state
  global_offset,        // of global ids
  local_size,           // work-items of a group
  enqueued_local_size,  // the same, where the last group is smaller
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
  std::uint32_t argument = 0;                 // its number
  std::uint32_t part = 0;                     // the offset in an argument's value; of sizes the dimension
  std::optional<std::uint32_t> binding = {};  // of memory: its index in the binding table
};

// The registers of a thread before the cross-thread data: local ids as words, those of x first.
struct ThreadPayload {
  std::uint8_t dimensions = 0;       // of local ids
  bool has_unused_register = false;  // in place of local ids
};

struct DeviceKernel {
  std::string name;
  std::size_t code_offset = 0;                                         // of `code` in the file
  std::vector<std::byte> code;                                         // instructions, without the padding after them
  std::vector<std::byte> general_state, dynamic_state, surface_state;  // heaps; none in a zebin
  unsigned simd = 0;                                                   // 8, 16 or 32; 0 if the binary does not say
  std::uint32_t pointer_bytes = 8;                                     // 4 or 8: DeviceBinary::pointer_bytes
  unsigned grf_count = 0;                              // registers per thread; 0 if the binary does not say
  std::array<std::uint32_t, 3> required_group_size{};  // zeros: any
  bool has_barriers = false;
  std::uint32_t cross_thread_bytes = 0;                 // constant data common to the threads of a dispatch
  std::uint32_t slm_bytes = 0;                          // local memory declared in the kernel, per thread group
  std::uint32_t scratch_bytes = 0;                      // per thread: spills and indirect private arrays
  std::uint32_t private_bytes = 0;                      // stateless private memory, per work item
  std::optional<std::uint32_t> private_pointer_offset;  // in the cross-thread data, where the driver writes its address
  std::uint32_t binding_table_entries = 0;
  std::uint32_t binding_table_offset = 0;  // in surface_state
  std::uint32_t sampler_count = 0;
  bool uses_printf = false;
  std::map<std::uint32_t, std::string> printf_strings;  // by the number that printf() writes; patch tokens only
  std::string attributes;                               // as written in the source, where the compiler kept them
  std::vector<Argument> arguments;                      // by number
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
  std::string zebin_version;  // "1.20"; empty where patch tokens describe the program
  std::uint32_t device = 0;   // the format's number for the GPU's family: 11 is Gen8, 12 is Gen9
  std::uint32_t stepping = 0;
  std::uint32_t pointer_bytes = 0;
  std::string options;                                // of the compiler, where the file has them
  const isa::Gen* gen = nullptr;                      // null where Eugene does not know the family's instructions
  const isa::Machine* machine = nullptr;              // that `target` names; null where it names none that Eugene knows
  std::size_t global_bytes = 0;                       // program-scope variables
  std::size_t constant_bytes = 0;                     // program-scope constants
  std::vector<std::byte> global_data, constant_data;  // what these begin with; what follows begins with zeros
  std::map<std::string, DataSymbol> symbols;          // by name; zebin only
  std::vector<DeviceKernel> kernels;
  std::map<std::string, std::string> visa;  // vISA as text by kernel, where the compiler was asked for it (zebin only)
};

// "Gen9", "Gen8", or "device N".
std::string family_name(const DeviceBinary& binary);

// Whether Intel's driver lets the last groups of the program's launches be smaller than the others: it must have been
// compiled as OpenCL C 2.0 or later, without -cl-uniform-work-group-size.
bool allows_partial_groups(const DeviceBinary& binary);

// Everything in `file`, the bytes of an ocloc output or of a CL_PROGRAM_BINARIES entry: one binary per program in
// it. Errors carry a byte offset in `file`.
Result<std::vector<DeviceBinary>> load_device_binaries(std::span<const std::byte> file);

// The kernel among `binaries` whose code is `code`, as it was found in memory (so relocated); of several, one with
// debug data. Null if none has it.
const DeviceKernel* find_kernel(std::span<const DeviceBinary> binaries, std::span<const std::byte> code);
// All of them, those with debug data first.
std::vector<const DeviceKernel*> find_kernels(std::span<const DeviceBinary> binaries, std::span<const std::byte> code);

}  // namespace eugene::load
