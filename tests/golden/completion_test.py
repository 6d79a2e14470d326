#!/usr/bin/env python3
"""Tests the completions that bash, and zsh and fish if installed, offer after the words of a command line of `eugene`:

    completion_test.py EUGENE tools/completion
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

# (the words, of which the last is incomplete; some completions that are offered; some that are not). As in bash, each
# `=` is a word of its own.
CASES = [
    (["he"], {"help"}, {"run"}),
    (["help", "pro"], {"profile"}, {"run"}),
    (["run", "--tim"], {"--timeout"}, {"--threads"}),
    (["run", "--gpu", "sk"], {"skl"}, {"bxt"}),
    (["run", "--gpu", "=", "sk"], {"skl"}, {"bxt"}),
    (["run", "--stats", "="], {"text", "json"}, {"skl"}),
    (["run", "--stats", "=", "js"], {"json"}, {"text"}),
    (["run", "--stats", "te"], set(), {"text"}),  # would be the program to run
    (["run", "--visa", "=", "c"], {"compare"}, {"run"}),
    (["run", "--fill", "=", ""], {"random"}, {"BYTE"}),
    (["run", "--", "dirnam"], {"dirname"}, {"--timeout"}),
    (["profile", "--", "dirnam"], {"dirname"}, {"--timeout"}),
]


def bash(eugene, scripts, words):
    quoted = " ".join(f"'{word}'" for word in [eugene, *words])
    program = (f"source {scripts}/eugene.bash; unset -f _command_offset; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _eugene; "
               'printf "%s\\n" "${COMPREPLY[@]}"')
    return ["bash", "--norc", "-c", program]


def joined(words):
    """The words for shells other than bash, where `=` is not a word of its own: `--stats=te`, or `--gpu sk` if `=` is
    not allowed."""
    return " ".join(words).replace(" = ", "=").removesuffix(" =") + ("=" if words[-1] == "=" else "")


def zsh(eugene, scripts, words):
    """Runs the shell with functions that print the words that they offer, which begin like the word being written."""
    words = joined(words).split()
    quoted = " ".join(f"'{word}'" for word in [eugene, *words])
    program = ("compdef() { :; }; compset() { PREFIX=${words[CURRENT]#*=}; }; _files() { :; }; "
               '_normal() { print -l -- ${(k)commands} | grep -- "^${words[CURRENT]}"; }; '
               "_describe() { local each; for each in ${(P)argv[-1]}; do each=${each%%:*}; [[ $each == $PREFIX* ]] && print -- $each; done; return 0; }; "
               f"words=({quoted}); CURRENT={len(words) + 1}; PREFIX=${{words[CURRENT]}}; source {scripts}/_eugene; _eugene; true")
    return ["zsh", "-f", "-c", program]


def fish(eugene, scripts, words):
    program = (f"source {scripts}/eugene.fish; complete -C '{Path(eugene).name} {joined(words)}' | string replace -r '\t.*' '' | "
               "string replace -r '^--[a-z]+=' ''; true")
    return ["fish", "--no-config", "-c", program]


def offered(shell, eugene, scripts, words):
    where = os.environ | {"PATH": f"{Path(eugene).parent}:{os.environ['PATH']}", "HOME": "/nonexistent"}
    run = subprocess.run(shell(eugene, scripts, words), capture_output=True, text=True, check=True, env=where)
    return set(run.stdout.split()), run.stderr


def main():
    eugene, scripts = sys.argv[1:]
    wrong = []
    for shell in (bash, zsh, fish):
        if shutil.which(shell.__name__) is None:
            continue
        for words, some, none in CASES:
            words_offered, errors = offered(shell, eugene, scripts, words)
            if not some <= words_offered or none & words_offered or errors:
                wrong.append(f"{shell.__name__}: {' '.join(words)}: offers {sorted(words_offered)} {errors}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
