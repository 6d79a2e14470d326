#!/usr/bin/env python3
"""Writes all generated cases into DIRECTORY, as CTest does before it runs them.

    tests/exec/generate/all.py DIRECTORY
"""
import shutil
import sys
from pathlib import Path

import sampler_cases
import sampler_gen6_cases
import sampler_header_cases
import sampler_state_cases
import typed_cases
from sampler_case import write_files


def main(directory):
    shutil.rmtree(directory, ignore_errors=True)  # what a generator no longer writes must not be run
    for module in (sampler_cases, sampler_header_cases, sampler_state_cases):
        write_files(module, directory / 'gen9/sampler', 'gen9')
    write_files(sampler_gen6_cases, directory / 'gen6/sampler', 'gen6')
    typed_cases.write_file(directory / 'gen9/typed/typed.asm')


if __name__ == '__main__':
    main(Path(sys.argv[1]))
