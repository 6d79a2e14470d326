// Reads the directives barrier, gateway and urb.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "functions/urb.h"
#include "script/directives.h"

namespace eugene::script {
namespace {

Error read_urb_entries(DirectiveLine& line, UrbSetting& urb) {
  constexpr unsigned kMaxRows = functions::Urb::kGt1Rows;
  if (Error error = take(line, "the number of entries", urb.entries, kMaxRows)) return error;
  if (!line.accept("rows")) return wrong(line, line.peek(), "the rows of an entry are missing");
  if (Error error = take(line, "the rows of an entry", urb.entry_rows, kMaxRows)) return error;
  if (line.accept("from")) return take(line, "the first row", urb.first, kMaxRows - 1);
  return std::nullopt;
}

Error read_urb_function(DirectiveLine& line, UrbSetting& urb) {
  using enum functions::FixedFunction;
  constexpr std::array<std::pair<std::string_view, functions::FixedFunction>, 5> kFunctions{
      {{"vs", vertex_shader}, {"gs", geometry_shader}, {"clip", clipper}, {"sf", strips_fans}, {"other", other}}};
  const DirectiveWord word = line.next();
  for (const auto& [name, function] : kFunctions) {
    if (name != word.text) continue;
    urb.function = function;
    return std::nullopt;
  }
  return wrong(line, word, fmt::format("'{}' is not a fixed function that starts threads", word.text),
               "vs, gs, clip, sf or other");
}

}  // namespace

Error read_barrier(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  BarrierSetting barrier;
  if (Error error = take(line, "the barrier", barrier.id, 15)) return error;
  if (!line.accept("threads")) return wrong(line, line.peek(), "the number of threads is missing");
  if (Error error = take(line, "the number of threads", barrier.threads, 255)) return error;
  if (line.accept("byte")) {
    if (Error error = take(line, "Barrier.Byte", barrier.byte, 255)) return error;
  }
  into.barriers.push_back(barrier);
  return std::nullopt;
}

Error read_gateway(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  if (!line.accept("bypass")) return wrong(line, line.peek(), "expected 'bypass'");
  into.gateway_bypass = true;
  return std::nullopt;
}

// The URB of Gen6: its entries, and the handles that threads get.
Error read_urb(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  UrbSetting& urb = into.urb;
  urb.where = line.at(line.peek());
  if (line.accept("entries")) return read_urb_entries(line, urb);
  if (line.accept("function")) return read_urb_function(line, urb);
  if (line.accept("handles")) {
    while (!line.at_end()) {
      std::uint16_t handle = 0;
      if (Error error = take(line, "a handle", handle, 0xFFFF)) return error;
      urb.handles.push_back(handle);
    }
    return std::nullopt;
  }
  if (line.accept("indices")) {
    for (std::uint32_t& index : urb.indices) {
      if (Error error = take(line, "an index", index, 0xFFFF'FFFF)) return error;
    }
    return std::nullopt;
  }
  return wrong(line, line.peek(), "expected entries, function, handles or indices", "urb entries 4 rows 2 from 16");
}

}  // namespace eugene::script
