// Arguments of a kernel as `eugene launch --arg` spells them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "binary/device_binary.h"
#include "launch/machine.h"

namespace eugene::cli {

// The value of a kernel's argument.
struct GivenArgument {
  std::size_t number = 0;  // number of the argument
  launch::ArgumentValue value;
  std::string type;         // element type of a buffer, in NumPy's notation ("<f4")
  bool is_written = false;  // the value is a buffer that the kernel may write
};

// Parses "NAME=VALUE", "NUMBER=VALUE", or "VALUE" for the next argument. A value is
//   3, 2.0f, 0x10, 1,2,3,4   a number or vector of the argument's type
//   r:FILE, rw:FILE          a buffer with a file's contents: the elements of a NumPy array, else the bytes
//   zeros:COUNT[TYPE]        a buffer of COUNT elements: zeros:256f4; TYPE is by default the argument's type
//   local:BYTES              local memory
//   null                     a null pointer
// Buffers are allocated in `machine`. `next` is the number of the next argument, for values without a name.
Result<GivenArgument> read_argument(const std::string& text, const binary::DeviceKernel& kernel, std::size_t next,
                                    launch::Machine& machine);

// Returns the number of the argument that `name` stands for: a name or a number.
Result<std::size_t> argument_number(const std::string& name, const binary::DeviceKernel& kernel);

// Parses "x", "x,y" or "x,y,z", each at least `least`. Returns nothing for other texts.
struct SizesText {
  launch::Sizes sizes{1, 1, 1};
  unsigned dimensions = 1;
};
std::optional<SizesText> read_sizes(const std::string& text, std::uint32_t least);

}  // namespace eugene::cli
