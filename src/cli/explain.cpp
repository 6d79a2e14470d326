// `eugene explain`: prints what the documents say about a rule, an instruction, or a register region.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "editor/explain.h"
#include "editor/region_drawing.h"
#include "gpu_options.h"
#include "nearest.h"
#include "validators.h"

namespace eugene::cli {
namespace {

constexpr const char* kExplainExamples = R"(Examples:
  eugene explain region.width              a rule that `check` names, with its document
  eugene explain region                    all rules whose names begin with this word
  eugene explain never-written             a remark of `exec`
  eugene explain race.local                a finding of `run --check`, and what to do
  eugene explain mad                       an instruction: its forms, types and section
  eugene explain 'r10.3<8;4,2>:w'          the bytes of the registers that each lane reads
  eugene explain --lanes 16 'r4<2>:uw'     the bytes that 16 lanes write

Exit status: 0 explained, 1 nothing has that name.)";

struct ExplainOptions {
  std::string what;
  std::string gen = "gen9";
  unsigned lanes = 8;
};

constexpr unsigned kMaxLanes = 32;

// Whether the text begins with a register's name. No rule and no instruction begins like this.
bool is_region(std::string_view text) {
  return text.size() > 1 && (text[0] == 'r' || text[0] == 'm') &&
         std::isdigit(static_cast<unsigned char>(text[1])) != 0;
}

int explain_it(const ExplainOptions& options) {
  if (is_region(options.what)) {
    const Result<std::string> drawing = editor::drawn_region(*isa::find_gen(options.gen), options.what, options.lanes);
    if (!drawing) {
      fmt::print(stderr, "eugene explain: {}\n", drawing.error().message);
      return kProblems;
    }
    fmt::print("{}", *drawing);
    return kClean;
  }
  const std::string text = editor::explained(options.what);
  if (text.empty()) {
    fmt::print(stderr, "eugene explain: no rule, remark, instruction or region is named '{}'{}\n", options.what,
               suggestion(options.what, editor::explained_names()));
    return kProblems;
  }
  fmt::print("{}", text);
  return kClean;
}

}  // namespace

void add_explain(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("explain", "Explain a rule, an instruction or a register region, from the documents");
  const auto options = std::make_shared<ExplainOptions>();
  command
      ->add_option("WHAT", options->what,
                   "A rule, a remark of exec, a finding of run --check, a mnemonic, or a register region")
      ->required();
  command->add_option("--gen", options->gen, "Generation whose regions to explain")
      ->check(choice(generation_names()))
      ->capture_default_str();
  command->add_option("--lanes", options->lanes, "Lanes of a region: 1, 2, 4, 8, 16 or 32")
      ->type_name("N")
      ->check(CLI::IsMember(std::vector<unsigned>{1, 2, 4, 8, 16, kMaxLanes}).description({}))
      ->capture_default_str();
  command->footer(kExplainExamples);
  command->callback([options, &exit_code] { exit_code = explain_it(*options); });
}

}  // namespace eugene::cli
