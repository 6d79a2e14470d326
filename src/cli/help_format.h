// The form of --help. CLI11 shows an option's type and the checks of its value in a notation of its own, such as
// `--threads UINT:UINT in [0 - 1024]=0`. Here the value has a name, as in manual pages, and the limits, the default and
// the options that exclude it follow the description: `--threads N  Number of host threads ... (0 to 1024; default 0)`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace eugene::cli {

// Every option that takes a value names it by type_name(), or takes one of a set of words, which are listed.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace eugene::cli
