// Description of the instructions of a kernel that is not machine code: text, place and model. For machine code, a
// report derives these from the code itself (report.h); for vISA, the code that has the kernel must supply them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profile/instruction_model.h"

namespace eugene::profile {

struct ListedInstruction {
  std::string text;
  std::uint32_t offset = 0;  // for source lines, and to identify it
  std::uint32_t line = 0;    // in the text; 0: none
  std::string routine;       // the kernel or function that it belongs to, ...
  std::uint32_t number = 0;  // ... and which of its instructions it is, from 1 on
  InstructionModel model;
  bool operator==(const ListedInstruction& other) const {  // its model follows from the rest
    return text == other.text && offset == other.offset && routine == other.routine && number == other.number;
  }
};

struct Listing {
  std::string file;  // that has the text
  std::vector<ListedInstruction> instructions;
  bool operator==(const Listing&) const = default;
};

}  // namespace eugene::profile
