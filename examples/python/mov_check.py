"""Executes each mov to a register once more, from the trace, and compares: NVBit's mov_replace."""
import re

import numpy as np

import example

MOV = re.compile(r"^mov \((\d+)\) +r(\d+)\.0<1>:u?d +(?:r(\d+)\.(\d)<0;1,0>:u?d|(-?\d+):w) *(\{(?!.*[HQ]\d).*\})?$")


def check(kernel, run):
    """How many channels of movs of dwords had the right result, and how many another."""
    movs = {each.offset: MOV.match(each.text) for each in kernel.instructions}
    right = wrong = 0
    for event, registers in zip(run.trace, run.registers):
        if mov := movs[event["instruction"]]:
            size, to, register, dword, number, options = mov.groups()
            channels = ~0 if "NoMask" in (options or "") else int(event["channels"])
            lanes = [lane for lane in range(int(size)) if channels >> lane & 1]
            value = registers[int(register), int(dword)] if register else np.uint32(int(number) & 0xFFFFFFFF)
            same = registers.reshape(-1)[int(to) * 8:][lanes] == value
            right, wrong = right + int(same.sum()), wrong + int((~same).sum())
    return right, wrong


if __name__ == "__main__":
    print("%d channels were right, %d wrong" % check(*example.launch("instructions", registers=range(128))[:2]))
