// The text of every_form.visaasm, which has each form of each instruction.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "source_dir.h"

namespace eugene::visa {

inline std::string every_form() {
  std::ifstream file(EUGENE_SOURCE_DIR "/tests/unit/visa/every_form.visaasm");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace eugene::visa
