// Describes the instructions of a kernel that is not machine code: text, place and model. For machine code, a report
// derives these from the code (report.h). For vISA, the caller of the profiler must supply them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profile/instruction_model.h"

namespace eugene::profile {

struct ListedInstruction {
  std::string text;
  std::uint32_t offset = 0;  // identifies the instruction, also in the table of source lines
  std::uint32_t line = 0;    // in the vISA text; 0: none
  std::string routine;       // kernel or function that contains the instruction
  std::uint32_t number = 0;  // index in the routine, from 1 on
  InstructionModel model;
  bool operator==(const ListedInstruction& other) const {  // the model follows from the rest
    return text == other.text && offset == other.offset && routine == other.routine && number == other.number;
  }
};

struct Listing {
  std::string file;  // file with the vISA text
  std::vector<ListedInstruction> instructions;
  bool operator==(const Listing&) const = default;
};

}  // namespace eugene::profile
