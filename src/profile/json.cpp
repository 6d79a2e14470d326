#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>

#include "base/hex.h"
#include "base/json_problem.h"
#include "base/number.h"
#include "base/source_json.h"
#include "profile/device_json.h"
#include "profile/report.h"

namespace eugene::profile {
namespace {

using Json = nlohmann::json;

// Reads limits. Profiles of earlier versions have none, so missing members become 0.
GroupLimits limits_from(const Json& json) {
  return {.threads = json.value("threads", 0U),
          .local_memory = json.value("local_memory", 0U),
          .barriers = json.value("barriers", 0U),
          .launched = json.value("launched", std::uint64_t{0})};
}

}  // namespace

Json device_to_json(const DeviceModel& device) {
  return {{"eus", device.eus},
          {"threads_of_eu", device.threads_of_eu},
          {"slm_blocks", device.slm_blocks},
          {"l3_banks", device.l3_banks},
          {"l3_bank_bytes", device.l3_bank == nullptr ? 0 : device.l3_bank->kilobytes * 1024},
          {"l3_control", device.l3_control},
          {"has_slm", device.has_slm},
          {"group_threads", device.group_threads},
          {"group_slm_bytes", device.group_slm_bytes},
          {"resident_groups", device.resident_groups},
          {"group_limits",
           {{"threads", device.limits.threads},
            {"local_memory", device.limits.local_memory},
            {"barriers", device.limits.barriers},
            {"launched", device.limits.launched}}},
          {"parameters", to_text(device.parameters)}};
}

DeviceModel device_from_json(const Json& json) {
  const auto positive = [&](const char* name) { return std::max(json.at(name).get<unsigned>(), 1U); };
  return {.eus = positive("eus"),
          .threads_of_eu = positive("threads_of_eu"),
          .slm_blocks = positive("slm_blocks"),
          .l3_banks = json.at("l3_banks"),
          .l3_bank = memory::find_l3_bank(json.at("l3_bank_bytes")),
          .l3_control = json.at("l3_control"),
          .has_slm = json.at("has_slm"),
          .group_threads = std::max(json.value("group_threads", 1U), 1U),
          .group_slm_bytes = json.value("group_slm_bytes", 0U),
          .resident_groups = positive("resident_groups"),
          .limits = limits_from(json.value("group_limits", Json::object())),
          .parameters = read_parameters(json.value("parameters", "own")).value_or(Parameters())};
}

namespace {

Json make_counts(const InstructionCounts& counts) {
  Json json = Json::object();
  for (const CountName& each : kCountNames) {
    if (counts.*each.member != 0) json[each.name] = counts.*each.member;
  }
  return json;
}

Json dispatches_to_json(const std::vector<DispatchCounts>& dispatches) {
  Json json = Json::array();
  for (const DispatchCounts& each : dispatches) {
    Json row = make_counts(each.all);
    row["number"] = each.number;
    row["groups"] = each.groups;
    row["threads"] = each.threads;
    json.push_back(std::move(row));
  }
  return json;
}

InstructionCounts counts_from(const Json& json) {
  InstructionCounts counts;
  for (const CountName& each : kCountNames) counts.*each.member = json.value(each.name, std::uint64_t{0});
  return counts;
}

Json to_json(const KernelCounts& kernel) {
  Json l3 = Json::array();
  for (const HitCount& each : kernel.l3) l3.push_back({{"accesses", each.accesses}, {"hits", each.hits}});
  Json instructions = Json::array();
  for (const InstructionCounts& each : kernel.instructions) instructions.push_back(make_counts(each));
  return {{"name", kernel.name},
          {"stage", stage_name(kernel.stage)},
          {"dispatches", kernel.dispatches},
          {"each_dispatch", dispatches_to_json(kernel.each)},
          {"groups", kernel.groups},
          {"timed_groups", kernel.timed_groups},
          {"threads", kernel.threads},
          {"group_cycles", kernel.group_cycles},
          {"resident_cycles", kernel.resident_cycles},
          {"machine", device_to_json(kernel.device)},
          {"l3", l3},
          {"instructions", instructions}};
}

Json line_table(const SourceLines& lines) {
  Json rows = Json::array();
  for (const SourceLines::Row& each : lines.rows) rows.push_back({each.begin, each.file, each.line, each.column});
  return {{"files", lines.files},
          {"rows", rows},
          {"given_file", lines.given_file},
          {"given_text", lines.given_text},
          {"given_name", lines.given_name}};
}

SourceLines line_table_from(const Json& json) {
  SourceLines lines{.files = json.at("files"),
                    .rows = {},
                    .given_file = json.at("given_file"),
                    .given_text = json.at("given_text"),
                    .given_name = json.value("given_name", "")};
  for (const Json& each : json.at("rows"))
    lines.rows.push_back({.begin = each.at(0), .file = each.at(1), .line = each.at(2), .column = each.at(3)});
  std::ranges::stable_sort(lines.rows, {}, &SourceLines::Row::begin);
  return lines;
}

Json lines_to_json(const std::vector<LineReport>& lines) {
  Json json = Json::array();
  for (const LineReport& line : lines) {
    Json entry = make_counts(line.counts);
    add_source(entry, line.source);
    if (!line.text.empty()) entry["text"] = line.text;
    json.push_back(std::move(entry));
  }
  return json;
}

template <class T>
T needed(std::optional<T> value, const char* what) {
  if (!value) throw std::runtime_error(what);
  return *std::move(value);
}

KernelCounts kernel_from(const Json& json) {
  KernelCounts kernel{.name = json.at("name"),
                      .stage = parse_stage(json.value("stage", std::string())),
                      .code = needed(from_hex(json.at("code").get<std::string>()), "`code` is not hexadecimal"),
                      .dispatches = json.at("dispatches"),
                      .groups = json.at("groups"),
                      .timed_groups = json.at("timed_groups"),
                      .threads = json.at("threads"),
                      .group_cycles = json.at("group_cycles"),
                      .resident_cycles = json.at("resident_cycles"),
                      .device = device_from_json(json.at("machine"))};
  for (std::size_t i = 0; i < kL3Clients; ++i)
    kernel.l3[i] = {json.at("l3").at(i).at("accesses"), json.at("l3").at(i).at("hits")};
  if (json.contains("line_table")) kernel.lines = line_table_from(json.at("line_table"));
  const Json surfaces = json.value("surfaces", Json::object());
  for (const auto& [number, name] : surfaces.items())
    kernel.surfaces[needed(parse_number<unsigned>(number), "the number of a surface is no number")] = name;
  for (const Json& each : json.at("instructions")) kernel.instructions.push_back(counts_from(each));
  for (const Json& each : json.value("each_dispatch", Json::array())) {
    kernel.each.push_back({.number = each.at("number"),
                           .groups = each.at("groups"),
                           .threads = each.at("threads"),
                           .all = counts_from(each)});
  }
  return kernel;
}

// Returns the division of the L3, in KB of all banks together.
Json make_division(const DeviceModel& device) {
  const memory::L3Configuration all = device.division().times(device.l3_banks);
  return {{"slm", all.slm}, {"urb", all.urb}, {"rest", all.rest}, {"data", all.data}, {"read_only", all.read_only}};
}

Json occupancy_json(const Occupancy& occupancy) {
  Json limits = Json::array();
  for (const GroupLimit& each : occupancy.limits) limits.push_back({{"what", each.what}, {"groups", each.groups}});
  return {{"threads", occupancy.threads()},
          {"capacity", occupancy.capacity},
          {"share", occupancy.share()},
          {"groups", occupancy.groups},
          {"group_threads", occupancy.group_threads},
          {"limited_by", occupancy.limits.front().what},
          {"limits", limits}};
}

Json roofline_json(const Roofline& roofline) {
  Json roofs = Json::array();
  for (const Roof& each : roofline.roofs) {
    roofs.push_back({{"part", each.part}, {"operations_per_cycle", each.operations}});
    if (each.bytes == 0) continue;
    roofs.back()["bytes"] = each.bytes;
    roofs.back()["operations_per_byte"] = each.per_byte;
    roofs.back()["bytes_per_cycle"] = each.bandwidth;
  }
  return {{"kind", roofline.is_floating ? "floating-point" : "integer"},
          {"operations", roofline.operations},
          {"operations_per_cycle", roofline.reached},
          {"share", roofline.share()},
          {"limited_by", roofline.roofs.front().part},
          {"roofs", roofs}};
}

// Adds the place of instruction `index` in the code or in the vISA, and in its source.
void add_place(Json& json, const KernelReport& kernel, std::size_t index) {
  if (const Listing* listing = kernel.counts->listing.get(); listing != nullptr) {
    const ListedInstruction& each = listing->instructions[index];
    json["routine"] = each.routine;
    json["number"] = each.number;
    if (each.line != 0) json["visa_line"] = each.line;
  } else {
    json["offset"] = kernel.offsets[index];
  }
  if (const auto source = kernel.counts->lines.at(kernel.offsets[index])) add_source(json, *source);
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string counts_to_json(const std::vector<KernelCounts>& kernels) {
  Json json = Json::array();
  for (const KernelCounts& each : kernels) {
    Json entry = to_json(each);
    entry["code"] = to_hex(each.code);
    if (!each.lines.empty()) entry["line_table"] = line_table(each.lines);
    for (const auto& [number, name] : each.surfaces) entry["surfaces"][std::to_string(number)] = name;
    json.push_back(std::move(entry));
  }
  return dump(json);
}

Result<std::vector<KernelCounts>> counts_from_json(std::string_view text) {
  try {
    std::vector<KernelCounts> kernels;
    for (const Json& each : Json::parse(text)) kernels.push_back(kernel_from(each));
    return kernels;
  } catch (const std::exception& error) {  // thrown by the JSON library or by optional::value()
    return fail(fmt::format("profile: {}", json_problem(error)));
  }
}

namespace {

// Returns the bytes of instruction `index` in the code.
std::span<const std::byte> code_bytes(const KernelReport& kernel, std::size_t index) {
  const std::span code = kernel.counts->code;
  const std::size_t begin = kernel.offsets[index];
  const std::size_t end = index + 1 < kernel.offsets.size() ? kernel.offsets[index + 1] : code.size();
  return code.subspan(begin, end - begin);
}

}  // namespace

std::string as_json(const std::vector<KernelReport>& kernels, const About& about) {
  Json root = Json::array();
  for (const KernelReport& kernel : kernels) {
    Json json = to_json(*kernel.counts);
    for (std::size_t i = 0; i < kernel.text.size(); ++i) {
      add_place(json["instructions"][i], kernel, i);
      json["instructions"][i]["text"] = kernel.text[i];
      if (!kernel.messages[i].empty()) json["instructions"][i]["message"] = kernel.messages[i];
      if (kernel.counts->listing == nullptr) json["instructions"][i]["code"] = to_hex(code_bytes(kernel, i));
      json["instructions"][i]["kind"] = kKindNames[static_cast<std::size_t>(kernel.models[i].kind)];
      json["instructions"][i]["pipe"] = kPipeNames[static_cast<std::size_t>(kernel.models[i].pipe)];
    }
    if (kernel.counts->listing != nullptr) json["visa_file"] = kernel.counts->listing->file;
    json["total"] = make_counts(kernel.all);
    json["l3_kilobytes"] = make_division(kernel.counts->device);
    json["estimated_cycles"] = kernel.estimate.cycles();
    for (const Limit& limit : kernel.estimate.limits)
      json["limits"].push_back({{"part", limit.part}, {"cycles", limit.cycles}});
    if (!kernel.occupancy.limits.empty()) json["occupancy"] = occupancy_json(kernel.occupancy);
    if (!kernel.roofline.roofs.empty()) json["roofline"] = roofline_json(kernel.roofline);
    json["findings"] = Json::array();
    for (const Bottleneck& each : kernel.findings) {
      json["findings"].push_back({{"what", each.what}, {"hint", each.hint}, {"share", each.share}});
      add_place(json["findings"].back(), kernel, each.instruction);
    }
    if (!kernel.lines.empty()) json["lines"] = lines_to_json(kernel.lines);
    root.push_back(std::move(json));
  }
  Json all{{"schema", kJsonSchema},    {"eugene", about.version}, {"device", about.device},
           {"command", about.command}, {"date", about.date},      {"kernels", root}};
  if (!about.draws.empty()) all["draws"] = Json::parse(about.draws);
  return dump(all);
}

}  // namespace eugene::profile
