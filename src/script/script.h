// A test program: assembly text with directives in its comments. docs/user/exec.md is the user's description.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "asm/dialect.h"
#include "base/diagnostic.h"
#include "base/source_lines.h"
#include "functions/urb.h"
#include "isa/gen.h"
#include "memory/surface.h"
#include "sampler/state.h"
#include "script/place.h"

namespace eugene::visa {
struct Module;
}

namespace eugene::script {

struct Setting {
  Place place;
  std::vector<std::uint64_t> values;
  bool fills = false;  // repeat the last value up to the end of the place
  Location where;
};

struct Expectation {
  enum class Kind : std::uint8_t { values, fault, breakpoint, report };
  Kind kind = Kind::values;
  Place place;
  std::vector<std::optional<std::uint64_t>> values;  // none: any value
  bool fills = false;
  std::uint64_t ulps = 0;
  std::string text;  // for fault and report: a part of the description
  Location where;
};

struct MemoryRegion {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  bool writable = true;
  std::optional<std::string> file;  // source of the contents
  Location where;
};

struct SurfaceBinding {
  unsigned index = 0;  // in the binding table
  memory::SurfaceState state;
  Location where;
};

struct SamplerSetting {
  unsigned index = 0;  // in the table of sampler states
  sampler::SamplerState state;
  std::array<std::uint32_t, 4> border{};  // encoded values
  Location where;
};

struct BarrierSetting {
  unsigned id = 0;
  unsigned threads = 0;
  std::uint8_t byte = 0;
};

// Division of the URB, and the fixed function that dispatches the threads (Gen6).
struct UrbSetting {
  unsigned first = 0;  // first row of the first entry
  unsigned entries = 0;
  unsigned entry_rows = 0;  // 0: not divided
  functions::FixedFunction function = functions::FixedFunction::any;
  std::vector<std::uint16_t> handles;      // of entries that each thread gets when dispatched
  std::array<std::uint32_t, 4> indices{};  // returned by FF_SYNC
  Location where;
};

struct PrintRequest {
  Place place;
  Location where;
  bool skips_zeros = false;  // do not print if all is zero
};

// One run: a program, its initial state, and the expected results.
struct Case {
  std::string name;                   // empty if the file is a single case
  std::uint32_t line = 1;             // first line
  std::string source;                 // of the whole file; lines of other cases are empty
  std::optional<std::uint32_t> mask;  // dispatched channels of each thread; none: all that the generation has
  unsigned threads = 1;               // in a group
  unsigned groups = 1;
  std::uint32_t local_bytes = 0;  // shared local memory of a group
  bool gateway_bypass = false;
  bool unchecked = false;  // see RunOptions::unchecked
  bool check = false;      // see RunOptions::check
  bool reports_bounds = false;
  std::string system_routine;  // label of the exception handler; empty: none
  Location system_routine_where;
  std::vector<MemoryRegion> memory;
  std::vector<SurfaceBinding> surfaces;
  std::vector<SamplerSetting> samplers;
  std::vector<BarrierSetting> barriers;
  UrbSetting urb;
  std::vector<Setting> settings;
  std::vector<Expectation> expectations;
  std::vector<PrintRequest> prints;
};

struct Script {
  std::string file;
  bool is_text = true;  // false: lines of the cases' sources are not lines of the file
  const isa::Gen* gen = &isa::kGen9;
  const assembly::Dialect* dialect = &assembly::kNative;
  std::map<std::string, SourceLines> sources;  // by kernel name: text that a compiler has translated to this one
  bool is_visa = false;                        // the cases are vISA; places may be its variables
  unsigned visa_register_bytes = 32;           // size of a register on the vISA's platform
  std::shared_ptr<const visa::Module> visa;    // of a vISA object; null: the cases have the text
  std::vector<Case> cases;                     // at least one
};

struct ScriptOptions {
  const isa::Gen* gen = nullptr;               // overrides the file's generation
  const assembly::Dialect* dialect = nullptr;  // overrides the file's dialect
  std::string platform;                        // overrides the file's vISA platform
  std::vector<std::string> directives;         // added to every case, such as "set r2 = 1"
  std::shared_ptr<const visa::Module> visa;    // an object to run instead of the text
};

// Reads `text`, without assembling the program. Every invalid directive is an error.
std::expected<Script, Diagnostics> read_script(std::string_view text, const std::string& file,
                                               const ScriptOptions& options = {});

}  // namespace eugene::script
