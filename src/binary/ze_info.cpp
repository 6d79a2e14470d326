#include "binary/ze_info.h"

#include <algorithm>
#include <map>

#include "binary/arguments.h"
#include "binary/reader.h"
#include "binary/yaml.h"

namespace eugene::binary {
namespace {

// Properties of a kernel that are a number or a truth value.
struct KernelValue {
  std::string_view key;
  void (*set)(DeviceKernel& kernel, std::uint32_t value);
};
constexpr KernelValue kExecutionEnvironment[] = {
    {"barrier_count", [](DeviceKernel& k, std::uint32_t count) { k.has_barriers = count != 0; }},
    {"grf_count", [](DeviceKernel& k, std::uint32_t count) { k.grf_count = count; }},
    {"has_printf_calls", [](DeviceKernel& k, std::uint32_t is) { k.uses_printf = is != 0; }},
    {"simd_size", [](DeviceKernel& k, std::uint32_t lanes) { k.simd = lanes; }},
    {"slm_size", [](DeviceKernel& k, std::uint32_t bytes) { k.slm_bytes = bytes; }},
};

// Values of `addrspace`, for a pointer, image or sampler.
struct AddressSpace {
  std::string_view name;
  ArgumentKind kind;
};
constexpr AddressSpace kAddressSpaces[] = {{"global", ArgumentKind::global},
                                           {"constant", ArgumentKind::constant},
                                           {"local", ArgumentKind::local},
                                           {"image", ArgumentKind::image},
                                           {"sampler", ArgumentKind::sampler}};

// Values of `arg_type`, for payload entries that the driver fills in for a launch. Sizes have one dword per dimension.
struct PayloadType {
  std::string_view name;
  PayloadValue value;
};
constexpr PayloadType kPayloadTypes[] = {{"arg_byvalue", PayloadValue::argument},
                                         {"buffer_offset", PayloadValue::buffer_offset},
                                         {"global_id_offset", PayloadValue::global_offset},
                                         {"local_size", PayloadValue::local_size},
                                         {"enqueued_local_size", PayloadValue::enqueued_local_size},
                                         {"global_size", PayloadValue::global_size},
                                         {"group_count", PayloadValue::group_count},
                                         {"work_dimensions", PayloadValue::work_dimensions},
                                         {"data_base_constant", PayloadValue::constant_data},
                                         {"const_base", PayloadValue::constant_data},
                                         {"data_base_global", PayloadValue::global_data},
                                         {"global_base", PayloadValue::global_data},
                                         {"printf_buffer", PayloadValue::printf_buffer}};
constexpr bool is_size(PayloadValue value) {
  using enum PayloadValue;
  return value == global_offset || value == local_size || value == enqueued_local_size || value == global_size ||
         value == group_count;
}

struct ArgumentText {
  std::string_view key;
  std::string DeclaredArgument::* text;
};
constexpr ArgumentText kArgumentTexts[] = {{"name", &DeclaredArgument::name},
                                           {"type_name", &DeclaredArgument::type},
                                           {"address_qualifier", &DeclaredArgument::address},
                                           {"access_qualifier", &DeclaredArgument::access},
                                           {"type_qualifiers", &DeclaredArgument::qualifiers}};

class Kernels {
 public:
  Kernels(YamlNode root, std::size_t origin) : root_(root), origin_(origin) {}

  Result<std::vector<DeviceKernel>> read();

 private:
  std::size_t file_offset(YamlNode node) const { return origin_ + node.offset(); }
  // Returns a count; 0 if absent or -1.
  Result<std::uint32_t> count(YamlNode node) const;
  Result<void> needs(YamlNode node, DeviceKernel& kernel) const;
  Result<void> group_size(YamlNode node, DeviceKernel& kernel) const;
  Result<void> memory(YamlNode node, DeviceKernel& kernel) const;
  Result<void> payload(YamlNode node, DeviceKernel& kernel) const;
  Result<void> field(YamlNode node, std::uint32_t offset, std::uint32_t bytes, DeviceKernel& kernel) const;
  Result<void> thread_payload(YamlNode node, DeviceKernel& kernel) const;
  Result<void> argument(YamlNode node, DeviceKernel& kernel) const;
  Result<void> tables(YamlNode node, DeviceKernel& kernel) const;
  Result<void> names(YamlNode arguments, DeviceKernel& kernel) const;

  YamlNode root_;
  std::size_t origin_;
};

Result<std::uint32_t> Kernels::count(YamlNode node) const {
  if (!node) return 0;
  if (node.text() == "true" || node.text() == "false") return node.is_true() ? 1 : 0;
  const auto number = node.number();
  if (!number || *number < -1 || *number > std::int64_t{0xFFFF'FFFF}) {
    return fail_at(file_offset(node), "expected a number in place of \"" + std::string(node.text()) + '"');
  }
  return *number < 0 ? 0 : static_cast<std::uint32_t>(*number);
}

Result<void> Kernels::needs(YamlNode node, DeviceKernel& kernel) const {
  const YamlNode environment = node["execution_env"];
  for (const KernelValue& each : kExecutionEnvironment) {
    const auto value = count(environment[each.key]);
    if (!value) return forward_error(value);
    each.set(kernel, *value);
  }
  // The size is in the environment up to version 1.17, in both places since.
  const YamlNode given = node["user_attributes"]["reqd_work_group_size"];
  if (auto done = group_size(given ? given : environment["required_work_group_size"], kernel); !done) return done;
  // Attributes of the kernel in the source.
  for (const char* key : {"intel_reqd_sub_group_size", "vec_type_hint"}) {
    const std::string_view value = node["user_attributes"][key].text();
    if (!value.empty())
      kernel.attributes.append(kernel.attributes.empty() ? "" : " ").append(key).append("(").append(value).append(")");
  }
  return {};
}

Result<void> Kernels::group_size(YamlNode node, DeviceKernel& kernel) const {
  const auto sizes = node.items();
  if (sizes.size() != kernel.required_group_size.size()) return {};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto size = count(sizes[i]);
    if (!size) return forward_error(size);
    kernel.required_group_size[i] = *size;
  }
  return {};
}

// Reads memory sizes. Scratch is per thread, in one or two slots. Private memory is per work item or, in older
// versions, per thread.
Result<void> Kernels::memory(YamlNode node, DeviceKernel& kernel) const {
  for (const YamlNode each : node["per_thread_memory_buffers"].items()) {
    const auto bytes = count(each["size"]);
    if (!bytes) return forward_error(bytes);
    const std::string_view type = each["type"].text();
    if (type == "scratch")
      kernel.scratch_bytes = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(std::uint64_t{kernel.scratch_bytes} + *bytes, 0xFFFF'FFFF));
    if (type != "global") continue;
    const bool is_per_item = each["is_simt_thread"].is_true() || kernel.simd == 0;
    kernel.private_bytes = is_per_item ? *bytes : *bytes / kernel.simd;
  }
  return {};
}

Result<void> Kernels::payload(YamlNode node, DeviceKernel& kernel) const {
  std::uint64_t end = 0;
  for (const YamlNode each : node["payload_arguments"].items()) {
    const auto offset = count(each["offset"]), bytes = count(each["size"]);
    if (!offset || !bytes) return forward_error(offset, bytes);
    end = std::max(end, std::uint64_t{*offset} + *bytes);
    const std::string_view type = each["arg_type"].text();
    if (type == "printf_buffer") kernel.uses_printf = true;
    if (type == "private_base_stateless") kernel.private_pointer_offset = *offset;
    if (auto done = argument(each, kernel); !done) return done;
    if (auto done = field(each, *offset, *bytes, kernel); !done) return done;
  }
  constexpr std::uint64_t kRegisterBytes = 32;
  const std::uint64_t bytes = (end + kRegisterBytes - 1) / kRegisterBytes * kRegisterBytes;
  kernel.cross_thread_bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, 0xFFFF'FFE0));
  return {};
}

Result<void> Kernels::field(YamlNode node, std::uint32_t offset, std::uint32_t bytes, DeviceKernel& kernel) const {
  const auto* type = std::ranges::find(kPayloadTypes, node["arg_type"].text(), &PayloadType::name);
  if (type == std::end(kPayloadTypes)) return {};
  const auto number = count(node["arg_index"]), source_offset = count(node["source_offset"]);
  if (!number || !source_offset) return forward_error(number, source_offset);
  if (!is_size(type->value)) {
    kernel.payload.push_back({type->value, offset, bytes, *number, *source_offset});
    return {};
  }
  constexpr std::uint32_t kDimensions = 3, kWord = 4;
  for (std::uint32_t i = 0; i < std::min(bytes / kWord, kDimensions); ++i)
    kernel.payload.push_back({type->value, offset + i * kWord, kWord, 0, i});
  return {};
}

// Reads the number of dimensions with local ids. Each dimension has whole registers. Without local ids, the compiler
// leaves one register unused, because the hardware requires at least one register of per-thread data. Patch tokens
// mention that register; this format does not.
Result<void> Kernels::thread_payload(YamlNode node, DeviceKernel& kernel) const {
  constexpr std::uint32_t kRegisterBytes = 32;
  for (const YamlNode each : node["per_thread_payload_arguments"].items()) {
    const auto bytes = count(each["size"]);
    if (!bytes) return forward_error(bytes);
    if (each["arg_type"].text() != "local_id") continue;
    const std::uint32_t one = std::max(kRegisterBytes, kernel.simd * 2);
    kernel.thread_payload.dimensions = static_cast<std::uint8_t>(std::min(*bytes / one, std::uint32_t{3}));
  }
  kernel.thread_payload.has_unused_register = kernel.thread_payload.dimensions == 0;
  return {};
}

// Reads a payload entry of a source argument: a pointer, image or sampler, a piece of a value, or the address of a
// buffer that is also accessible through the binding table.
Result<void> Kernels::argument(YamlNode node, DeviceKernel& kernel) const {
  const std::string_view type = node["arg_type"].text();
  const bool is_pointer = type == "arg_bypointer", is_value = type == "arg_byvalue";
  if (!is_pointer && !is_value && type != "buffer_address") return {};
  const YamlNode index = node["arg_index"];
  const auto number = count(index), bytes = count(node["size"]), source_offset = count(node["source_offset"]);
  if (!number || !bytes || !source_offset) return forward_error(number, bytes, source_offset);
  if (!index) return fail_at(file_offset(node), "an argument without arg_index");
  const auto found = find_argument(kernel, *number, file_offset(index));
  if (!found) return forward_error(found);
  DeclaredArgument& a = **found;
  a.size = std::max(
      a.size, static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{*source_offset} + *bytes, 0xFFFF'FFFF)));
  if (is_value) a.kind = ArgumentKind::value;
  if (!is_value && *bytes != 0) {
    const auto offset = count(node["offset"]);
    if (!offset) return forward_error(offset);
    a.pointer_offset = *offset;
  }
  if (!is_pointer) return {};
  if (node["slm_alignment"]) {
    const auto alignment = count(node["slm_alignment"]);
    if (!alignment) return forward_error(alignment);
    a.alignment = *alignment;
  }
  const auto* space = std::ranges::find(kAddressSpaces, node["addrspace"].text(), &AddressSpace::name);
  if (space == std::end(kAddressSpaces)) return {};
  a.kind = space->kind;
  if (a.kind == ArgumentKind::sampler) ++kernel.sampler_count;
  return {};
}

Result<void> Kernels::tables(YamlNode node, DeviceKernel& kernel) const {
  for (const YamlNode each : node["binding_table_indices"].items()) {
    const auto index = count(each["bti_value"]);
    if (!index) return forward_error(index);
    kernel.binding_table_entries = std::max(kernel.binding_table_entries, std::min(*index, 0xFFFFU) + 1);
    if (!each["arg_index"]) continue;
    const auto number = count(each["arg_index"]);
    if (!number) return forward_error(number);
    const auto found = find_argument(kernel, *number, file_offset(each));
    if (!found) return forward_error(found);
    (*found)->binding = *index;
  }
  kernel.sampler_count += static_cast<std::uint32_t>(node["inline_samplers"].items().size());
  return {};
}

// Reads the names of arguments. Only programs compiled with -cl-kernel-arg-info have them.
Result<void> Kernels::names(YamlNode arguments, DeviceKernel& kernel) const {
  for (const YamlNode each : arguments.items()) {
    const auto number = count(each["index"]);
    if (!number) return forward_error(number);
    const auto found = find_argument(kernel, *number, file_offset(each));
    if (!found) return forward_error(found);
    for (const ArgumentText& text : kArgumentTexts) (*found)->*text.text = each[text.key].text();
    tidy_names(**found);
  }
  return {};
}

Result<std::vector<DeviceKernel>> Kernels::read() {
  // The compiler puts the program's symbols into an empty kernel, which is never launched.
  constexpr std::string_view kSymbolsKernel = "Intel_Symbol_Table_Void_Program";
  std::map<std::string_view, YamlNode> texts;
  for (const YamlNode each : root_["kernels_misc_info"].items()) texts.emplace(each["name"].text(), each["args_info"]);
  std::vector<DeviceKernel> kernels;
  for (const YamlNode node : root_["kernels"].items()) {
    DeviceKernel kernel;
    kernel.name = node["name"].text();
    if (kernel.name.empty()) return fail_at(file_offset(node), "a kernel without a name");
    if (kernel.name == kSymbolsKernel) continue;
    Result<void> done = needs(node, kernel);
    if (done) done = memory(node, kernel);
    if (done) done = payload(node, kernel);
    if (done) done = thread_payload(node, kernel);
    if (done) done = tables(node, kernel);
    if (const auto text = texts.find(kernel.name); done && text != texts.end()) done = names(text->second, kernel);
    if (!done) return forward_error(done);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace

Result<ZeInfo> read_ze_info(std::span<const std::byte> section, std::size_t origin) {
  const std::string_view text(reinterpret_cast<const char*>(section.data()), section.size());
  const auto document = YamlDocument::parse(text.substr(0, text.find('\0')), origin);
  if (!document) return forward_error(document);
  const YamlNode root = document->root();
  const YamlNode version = root["version"];
  if (version.text().empty()) return fail_at(origin, "the section .ze_info has no version");
  if (!version.text().starts_with("1."))
    return fail_at(origin + version.offset(),
                   "version " + std::string(version.text()) + " of .ze_info; 1.x can be read");
  auto kernels = Kernels(root, origin).read();
  if (!kernels) return forward_error(std::move(kernels));
  return ZeInfo{.version = std::string(version.text()), .kernels = std::move(*kernels)};
}

}  // namespace eugene::binary
