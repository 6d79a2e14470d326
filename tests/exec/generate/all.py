#!/usr/bin/env python3
"""Writes all generated cases into DIRECTORY, as CTest does before it runs them.

    tests/exec/generate/all.py DIRECTORY
"""
import argparse
import shutil
from pathlib import Path

import sampler_cases
import sampler_gen6_cases
import sampler_header_cases
import sampler_state_cases
import typed_cases
from sampler_case import write_files


def main(directory):
    for folder in ('gen9/sampler', 'gen9/typed', 'gen6/sampler'):
        # Files that a generator no longer writes must not be run.
        shutil.rmtree(directory / folder, ignore_errors=True)
    for module in (sampler_cases, sampler_header_cases, sampler_state_cases):
        write_files(module, directory / 'gen9/sampler', 'gen9')
    write_files(sampler_gen6_cases, directory / 'gen6/sampler', 'gen6')
    typed_cases.write_file(directory / 'gen9/typed/typed.asm')


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('directory', type=Path, metavar='DIRECTORY')
    main(parser.parse_args().directory)
