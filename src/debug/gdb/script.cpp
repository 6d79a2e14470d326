#include "debug/gdb/script.h"

namespace eugene::debug::gdb {

std::string script() {
  return R"(import gdb.disassembler

class Eugene(gdb.disassembler.Disassembler):
    def __init__(self):
        super().__init__("eugene")

    def __call__(self, info):
        shown = gdb.execute("monitor x/2i %#x" % info.address, to_string=True).splitlines()
        lines = [each.partition(": ") for each in shown if each.startswith("0x")]
        if not lines:
            raise gdb.MemoryError("there is no instruction of the kernel here")
        length = int(lines[1][0], 16) - info.address if len(lines) > 1 else 16
        return gdb.disassembler.DisassemblerResult(length, " ".join(lines[0][2].split()))

gdb.disassembler.register_disassembler(Eugene(), None)
)";
}

}  // namespace eugene::debug::gdb
