"""The destination register after each instruction: NVBit's record_reg_vals."""
import re

import example

DESTINATION = re.compile(r"^(?:\(.*?\) )?\S+ \(\d+\) +r(\d+)\.")


def values(kernel, run, opcode):
    """(event, text, eight dwords of the first register that is written) of the instructions with that opcode."""
    at = {each.offset: each for each in kernel.instructions if each.opcode == opcode and DESTINATION.match(each.text)}
    for event, registers in zip(run.trace, run.registers):
        instruction = at.get(event["instruction"])
        if instruction is not None:
            yield event, instruction.text, registers[int(DESTINATION.match(instruction.text)[1])]


if __name__ == "__main__":
    kernel, run, _ = example.launch("instructions", registers=range(128))
    for event, text, register in values(kernel, run, "shr"):
        print(f"group {event['group']} thread {event['thread']} {event['channels']:08x}", text.split("{")[0].rstrip(), *register)
