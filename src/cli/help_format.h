// Formats --help. CLI11 would show the type and checks of an option in an internal notation, such as `--threads
// UINT:UINT in [0 - 1024]=0`. Here the value has a name, as in manual pages. The limits, the default and the options
// that exclude it follow the description: `--threads N  Number of host threads ... (0 to 1024; default 0)`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace eugene::cli {

// Every option with a value must name the value by type_name(), or take one of a set of words, which are listed.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace eugene::cli
