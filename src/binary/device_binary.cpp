#include "binary/device_binary.h"

#include <fmt/format.h>

#include <algorithm>

#include "binary/container.h"
#include "binary/debug_data.h"
#include "binary/kernel_tokens.h"
#include "binary/reader.h"
#include "binary/target.h"
#include "binary/zebin.h"

namespace eugene::binary {
namespace {

struct ProgramHeader {
  std::uint32_t magic, version, device, pointer_bytes, kernel_count, stepping, patch_list_bytes;
};

#pragma pack(push, 4)
struct KernelHeader {
  std::uint32_t checksum;
  std::uint64_t hash;
  std::uint32_t name_bytes, patch_list_bytes, code_bytes, general_state_bytes, dynamic_state_bytes, surface_state_bytes;
  std::uint32_t unpadded_code_bytes;
};
#pragma pack(pop)
static_assert(sizeof(ProgramHeader) == 28 && sizeof(KernelHeader) == 40);

// Reads program-scope data. The bytes follow the record, and its size does not include them.
Result<void> inline_data(Reader& reader, const TokenRecord& record, std::vector<std::byte>& all) {
  const std::uint32_t size = record.word(record.token == Token::constant_data ? 1 : 2);
  const auto data = reader.take(size, "program-scope data");
  if (!data) return forward_error(data);
  all.insert(all.end(), data->begin(), data->end());
  return {};
}

Result<void> program_tokens(Reader& reader, std::size_t bytes, DeviceBinary& binary) {
  const std::size_t end = reader.offset() + bytes;
  if (bytes > reader.left()) return fail_at(reader.offset(), "the program's patch list is longer than the file");
  while (reader.offset() < end) {
    const auto record = read_token(reader);
    if (!record) return forward_error(record);
    if (record->token != Token::global_data && record->token != Token::constant_data) continue;
    std::vector<std::byte>& all = record->token == Token::global_data ? binary.global_data : binary.constant_data;
    if (auto done = inline_data(reader, *record, all); !done) return done;
  }
  binary.global_bytes = binary.global_data.size();
  binary.constant_bytes = binary.constant_data.size();
  return {};
}

Result<void> copy(Reader& reader, std::size_t size, std::string_view what, std::vector<std::byte>& to) {
  const auto bytes = reader.take(size, what);
  if (!bytes) return forward_error(bytes);
  to.assign(bytes->begin(), bytes->end());
  return {};
}

Result<DeviceKernel> read_kernel(Reader& reader) {
  const std::size_t header_at = reader.offset();
  const auto header = reader.read<KernelHeader>("a kernel header");
  if (!header) return forward_error(header);
  const auto name = reader.take(header->name_bytes, "a kernel's name");
  if (!name) return forward_error(name);

  DeviceKernel kernel;
  const std::string_view text(reinterpret_cast<const char*>(name->data()), name->size());
  kernel.name = text.substr(0, text.find('\0'));
  kernel.code_offset = reader.offset();
  if (header->unpadded_code_bytes > header->code_bytes)
    return fail_at(header_at + 36, "kernel " + kernel.name + "'s code is longer than its heap");
  Result<void> done = copy(reader, header->code_bytes, "a kernel's code", kernel.code);
  if (done) done = copy(reader, header->general_state_bytes, "a kernel's general state heap", kernel.general_state);
  if (done) done = copy(reader, header->dynamic_state_bytes, "a kernel's dynamic state heap", kernel.dynamic_state);
  if (done) done = copy(reader, header->surface_state_bytes, "a kernel's surface state heap", kernel.surface_state);
  if (!done) return forward_error(done);
  if (header->unpadded_code_bytes != 0) kernel.code.resize(header->unpadded_code_bytes);

  const std::size_t list_at = reader.offset();
  const auto list = reader.take(header->patch_list_bytes, "a kernel's patch list");
  if (!list) return forward_error(list);
  Reader tokens(*list, list_at);
  while (tokens.left() > 0) {
    const auto record = read_token(tokens);
    if (!record) return forward_error(record);
    if (done = apply_token(*record, kernel); !done) return forward_error(done);
  }
  finish_arguments(kernel);
  return kernel;
}

Result<void> add_debug_data(const ProgramImage& image, DeviceBinary& binary) {
  if (image.debug.empty()) return {};
  const auto kernels = read_debug_data(image.debug, image.debug_offset);
  if (!kernels) return forward_error(kernels);
  for (const KernelDebugData& each : *kernels) {
    const auto kernel = std::ranges::find(binary.kernels, each.name, &DeviceKernel::name);
    if (kernel == binary.kernels.end() || each.elf.empty()) continue;
    kernel->debug.elf = std::make_shared<const std::vector<std::byte>>(each.elf.begin(), each.elf.end());
  }
  return {};
}

Result<DeviceBinary> read_program(const ProgramImage& image) {
  Reader reader(image.bytes, image.offset);
  const auto header = reader.read<ProgramHeader>("the program header");
  if (!header) return forward_error(header);
  if (header->magic != kProgramMagic)
    return fail_at(image.offset, fmt::format("{:#x} is not the first word of a patch-token program, {:#x}",
                                             header->magic, kProgramMagic));
  DeviceBinary binary{.target = image.name,
                      .version = header->version,
                      .stepping = header->stepping,
                      .pointer_bytes = header->pointer_bytes,
                      .options = std::string(image.options)};
  set_family(header->device, binary);
  binary.machine = target_machine(binary.target);
  if (auto done = program_tokens(reader, header->patch_list_bytes, binary); !done) return forward_error(done);
  for (std::uint32_t i = 0; i < header->kernel_count; ++i) {
    auto kernel = read_kernel(reader);
    if (!kernel) return forward_error(kernel);
    if (binary.pointer_bytes == sizeof(std::uint32_t)) kernel->pointer_bytes = binary.pointer_bytes;
    binary.kernels.push_back(*std::move(kernel));
  }
  if (auto done = add_debug_data(image, binary); !done) return forward_error(done);
  return binary;
}

// Returns whether `code`, read from memory, is the kernel's code, ignoring the bytes that the driver has relocated. The
// compiler and the caller may disagree about the kernel's length, so only the shorter length is compared.
bool holds_code(const DeviceKernel& kernel, std::span<const std::byte> code) {
  const std::size_t count = std::min(kernel.code.size(), code.size());
  const auto compiled = std::span(kernel.code).first(count);
  if (count == 0 || kernel.relocations.empty()) return count != 0 && std::ranges::equal(compiled, code.first(count));
  std::vector<std::byte> loaded(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(count));
  for (const Relocation& relocation : kernel.relocations) {
    for (std::size_t at = relocation.offset; at < count && at - relocation.offset < relocation.bytes; ++at)
      loaded[at] = compiled[at];
  }
  return std::ranges::equal(compiled, loaded);
}

}  // namespace

std::string_view find_name(ArgumentKind kind) {
  constexpr std::string_view kNames[] = {"unknown", "value", "global", "constant", "local", "image", "sampler"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string family_name(const DeviceBinary& binary) {
  const std::string_view name = device_family(binary.device);
  return name.empty() ? "device " + std::to_string(binary.device) : std::string(name);
}

bool allows_partial_groups(const DeviceBinary& binary) {
  constexpr std::string_view kStandard = "-cl-std=CL";
  const std::string_view options = binary.options;
  const std::size_t at = options.find(kStandard);
  if (at == std::string_view::npos || options.contains("-cl-uniform-work-group-size")) return false;
  const std::string_view version = options.substr(at + kStandard.size());
  return !version.empty() && version.front() >= '2' && version.front() <= '9';
}

Result<std::vector<DeviceBinary>> load_device_binaries(std::span<const std::byte> file) {
  const auto images = find_programs(file);
  if (!images) return forward_error(images);
  std::vector<DeviceBinary> binaries;
  for (const ProgramImage& image : *images) {
    auto binary = image.format == ProgramFormat::zebin ? read_zebin(image) : read_program(image);
    if (!binary) return forward_error(binary);
    binaries.push_back(*std::move(binary));
  }
  return binaries;
}

std::vector<const DeviceKernel*> find_kernels(std::span<const DeviceBinary> binaries, std::span<const std::byte> code) {
  std::vector<const DeviceKernel*> found;
  for (const DeviceBinary& binary : binaries) {
    for (const DeviceKernel& kernel : binary.kernels) {
      if (holds_code(kernel, code)) found.push_back(&kernel);
    }
  }
  std::ranges::stable_partition(found, [](const DeviceKernel* kernel) { return !kernel->debug.empty(); });
  return found;
}

const DeviceKernel* find_kernel(std::span<const DeviceBinary> binaries, std::span<const std::byte> code) {
  const std::vector<const DeviceKernel*> found = find_kernels(binaries, code);
  return found.empty() ? nullptr : found.front();
}

}  // namespace eugene::binary
