// eugene info: prints the contents of an OpenCL device binary.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "binary/device_binary.h"
#include "commands.h"
#include "input.h"
#include "isa/encoding/decode.h"
#include "json_text.h"
#include "visa.h"

namespace eugene::cli {
namespace {

using Json = nlohmann::ordered_json;
using binary::DeclaredArgument;
using binary::DeviceBinary;
using binary::DeviceKernel;

// Count of each mnemonic, most frequent first.
struct InstructionMix {
  std::size_t total = 0, compacted = 0;
  std::vector<std::pair<std::string, std::size_t>> counts;
  bool known = false;  // the instruction set is supported
};

InstructionMix count_mix(const DeviceBinary& binary, const DeviceKernel& kernel) {
  InstructionMix mix{.known = binary.gen != nullptr};
  if (!mix.known) return mix;
  Diagnostics undecoded;  // counted as illegal
  std::map<std::string, std::size_t> counts;
  for (const isa::Instruction& i : isa::decode_program(*binary.gen, kernel.code, undecoded).instructions) {
    ++mix.total;
    mix.compacted += i.compacted ? 1 : 0;
    ++counts[std::string(i.row().mnemonic)];
  }
  mix.counts.assign(counts.begin(), counts.end());
  std::ranges::stable_sort(mix.counts, std::greater{}, [](const auto& entry) { return entry.second; });
  return mix;
}

// Returns the declaration of an argument, such as "global const float* restrict x", as far as the binary has the parts.
std::string declaration(const DeclaredArgument& a) {
  using Kind = binary::ArgumentKind;
  if (a.type.empty()) {
    if (a.kind == Kind::value) return fmt::format("value of {} bytes", a.size);
    const bool pointer = a.kind == Kind::global || a.kind == Kind::constant || a.kind == Kind::local;
    return std::string(find_name(a.kind)) + (pointer ? " pointer" : "");
  }
  std::string before = a.qualifiers, after;
  if (const auto at = before.find("restrict"); at != std::string::npos) {  // `restrict` follows the type
    after = "restrict";
    before.erase(at, after.size() + 1);
    if (before.ends_with(' ')) before.pop_back();
  }
  std::string text;
  for (const std::string& word : {a.address == "private" ? "" : a.address, a.access, before, a.type, after, a.name}) {
    if (!word.empty()) text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

std::string shape(const std::array<std::uint32_t, 3>& size) {
  return fmt::format("{} x {} x {}", size[0], size[1], size[2]);
}

void print_kernel(const DeviceBinary& binary, const DeviceKernel& kernel) {
  const auto line = [](std::string_view name, const std::string& value) { fmt::print("  {:<18} {}\n", name, value); };
  const auto bytes = [&](std::string_view name, std::uint64_t count, std::string_view per) {
    if (count != 0) line(name, fmt::format("{} bytes {}", count, per));
  };
  fmt::print("kernel {}\n", kernel.name);
  line("SIMD width", kernel.simd == 0 ? "unknown" : std::to_string(kernel.simd));
  const InstructionMix mix = count_mix(binary, kernel);
  line("code", mix.known ? fmt::format("{} bytes, {} instructions, {} of them compacted", kernel.code.size(), mix.total,
                                       mix.compacted)
                         : fmt::format("{} bytes of an instruction set that Eugene does not know", kernel.code.size()));
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    line(i == 0 ? "arguments" : "", fmt::format("{:>2}  {}", i, declaration(kernel.arguments[i])));
  bytes("local memory", kernel.slm_bytes, "per work-group");
  bytes("scratch", kernel.scratch_bytes, "per thread");
  bytes("private memory", kernel.private_bytes, "per work-item");
  bytes("cross-thread data", kernel.cross_thread_bytes, "per dispatch");
  if (kernel.required_group_size[0] != 0) line("work-group size", shape(kernel.required_group_size) + ", required");
  if (kernel.has_barriers) line("barriers", "yes");
  if (kernel.uses_printf) line("printf", "yes");
  if (binary.visa.contains(kernel.name)) line("vISA", "yes, as text");
  if (!kernel.debug.empty()) line("source lines", "yes");
  std::string counts;
  for (const auto& [mnemonic, count] : mix.counts)
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", mnemonic, count);
  if (!counts.empty()) line("instruction mix", counts);
}

// Returns "zebin 1.20" or "patch tokens".
std::string describe_format(const DeviceBinary& binary) {
  return binary.zebin_version.empty() ? "patch tokens" : "zebin " + binary.zebin_version;
}

void print_text(const std::string& file, const std::vector<DeviceBinary>& binaries) {
  for (const DeviceBinary& binary : binaries) {
    fmt::print("{}{}: OpenCL device binary{} for {}, {} kernel{}\n", file,
               binary.target.empty() ? "" : " (" + binary.target + ")",
               binary.zebin_version.empty() ? "" : " (" + describe_format(binary) + ")", family_name(binary),
               binary.kernels.size(), binary.kernels.size() == 1 ? "" : "s");
    if (binary.global_bytes != 0) fmt::print("program-scope variables: {} bytes\n", binary.global_bytes);
    if (binary.constant_bytes != 0) fmt::print("program-scope constants: {} bytes\n", binary.constant_bytes);
    for (const DeviceKernel& kernel : binary.kernels) {
      fmt::print("\n");
      print_kernel(binary, kernel);
    }
  }
}

Json make_json(const DeclaredArgument& a) {
  Json json{{"kind", find_name(a.kind)}, {"size", a.size}};
  const std::pair<const char*, const std::string*> texts[] = {{"name", &a.name},
                                                              {"type", &a.type},
                                                              {"address", &a.address},
                                                              {"access", &a.access},
                                                              {"qualifiers", &a.qualifiers}};
  for (const auto& [key, text] : texts) {
    if (!text->empty()) json[key] = *text;
  }
  return json;
}

Json make_json(const DeviceBinary& binary, const DeviceKernel& kernel) {
  const InstructionMix mix = count_mix(binary, kernel);
  Json json{{"name", kernel.name},
            {"simd", kernel.simd},
            {"grf_count", kernel.grf_count},
            {"code_bytes", kernel.code.size()},
            {"code_offset", kernel.code_offset},
            {"slm_bytes", kernel.slm_bytes},
            {"scratch_bytes", kernel.scratch_bytes},
            {"private_bytes", kernel.private_bytes},
            {"cross_thread_bytes", kernel.cross_thread_bytes},
            {"barriers", kernel.has_barriers},
            {"printf", kernel.uses_printf},
            {"required_work_group_size", kernel.required_group_size}};
  json["arguments"] = Json::array();
  for (const DeclaredArgument& a : kernel.arguments) json["arguments"].push_back(make_json(a));
  if (mix.known) {
    json["instructions"] = mix.total;
    json["compacted"] = mix.compacted;
    json["mix"] = Json::object();
    for (const auto& [mnemonic, count] : mix.counts) json["mix"][mnemonic] = count;
  }
  return json;
}

void print_json(const std::string& file, const std::vector<DeviceBinary>& binaries) {
  Json json{{"file", file}, {"binaries", Json::array()}};
  for (const DeviceBinary& binary : binaries) {
    Json entry{{"family", family_name(binary)},           {"target", binary.target},
               {"format", describe_format(binary)},       {"stepping", binary.stepping},
               {"pointer_bytes", binary.pointer_bytes},   {"global_bytes", binary.global_bytes},
               {"constant_bytes", binary.constant_bytes}, {"kernels", Json::array()}};
    for (const DeviceKernel& kernel : binary.kernels) entry["kernels"].push_back(make_json(binary, kernel));
    json["binaries"].push_back(std::move(entry));
  }
  // Names come from the file: invalid UTF-8 in them is replaced.
  fmt::print("{}\n", json_text(json));
}

int info(const std::string& file, bool as_json) {
  const auto bytes = read_whole_file(file);
  if (!bytes) {
    report(bytes.error());
    return kUsage;
  }
  if (is_visa(*bytes)) return list_visa(*bytes, file, as_json);
  auto binaries = binary::load_device_binaries(*bytes);
  if (!binaries) {
    binaries.error().where.file = file;
    report(binaries.error());
    return kProblems;
  }
  as_json ? print_json(file, *binaries) : print_text(file, *binaries);
  return kClean;
}

}  // namespace

void add_info(CLI::App& app, int& exit_code) {
  struct InfoOptions {
    std::string file;
    bool json = false;
  };
  const auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "List the kernels of an OpenCL device binary");
  command->add_option("FILE", options->file, "A file that ocloc has written; - reads standard input")->required();
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(R"(Examples:
  ocloc compile -file k.cl -device bxt -options -cl-kernel-arg-info
  eugene info k_Gen9lp.bin
  eugene info --json k_Gen9lp.bin | jq '.binaries[0].kernels[].simd')");
  command->callback([options, &exit_code] { exit_code = info(options->file, options->json); });
}

}  // namespace eugene::cli
