#!/usr/bin/env python3
"""What bash offers behind the words of a command line of `eugene`:

    completion_test.py EUGENE tools/completion/eugene.bash
"""
import subprocess
import sys

# (the words, the last of which is being written; some that are offered; some that are not). Bash makes a word of each `=`.
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


def offered(eugene, script, words):
    quoted = " ".join(f"'{word}'" for word in [eugene, *words])
    program = (f"source {script}; unset -f _command_offset; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _eugene; "
               'printf "%s\\n" "${COMPREPLY[@]}"')
    run = subprocess.run(["bash", "--norc", "-c", program], capture_output=True, text=True, check=True)
    return set(run.stdout.split()), run.stderr


def main():
    eugene, script = sys.argv[1:]
    wrong = []
    for words, some, none in CASES:
        words_offered, errors = offered(eugene, script, words)
        if not some <= words_offered or none & words_offered or errors:
            wrong.append(f"{' '.join(words)}: offers {sorted(words_offered)} {errors}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
