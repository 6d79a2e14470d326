#!/usr/bin/env python3
"""The page in the browser, in Chromium: what `make web` built, served from its folder.

    web_test.py PAGE [--eugene COMMAND] [--pictures DIRECTORY] [NAME...]

COMMAND is the command of the same sources, with which profiles are compared. If there is no Chromium or no page, it
says so and exits with 77.
"""
import argparse
import shutil
import sys
import unittest
from pathlib import Path

from page import Site

MODULES = ["run_cases", "editor_cases", "profile_cases", "look_cases", "attack_cases"]


def take_pictures(directory):
    directory.mkdir(parents=True, exist_ok=True)
    Site.browser.call("Emulation.setScrollbarsHidden", hidden=True)
    for width in (1400, 360):
        for dark in (False, True):
            for lesson, clicks in (("predication", ["step", "step"]), ("picture", ["run"]), ("flow", ["step"] * 5), ("cost", ["profile"])):
                Site.show(f"l={lesson}", width, dark, 1000)
                for name in clicks:
                    Site.browser.value(f"document.getElementById('{name}').click()")
                Site.browser.picture(directory / f"{lesson}-{width}-{'dark' if dark else 'light'}.png", whole=width == 360)
            for name, at, keys in (("hint", "r2<8;4,2>", [("F1", 112)]), ("completion", "mov (8) r13", [("a", 65)])):
                Site.show("l=regions", width, dark, 1000)
                Site.browser.value(f"""(() => {{ const text = document.getElementById('text'), at = text.value.indexOf({at!r});
                  text.focus(); text.setSelectionRange(at, at); }})()""")
                for key, code in keys:
                    Site.browser.press(key, code, text=key if len(key) == 1 else None)
                Site.browser.picture(directory / f"{name}-{width}-{'dark' if dark else 'light'}.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=Path)
    parser.add_argument("--eugene", type=Path)
    parser.add_argument("--pictures", type=Path)
    options, names = parser.parse_known_args()
    if shutil.which("chromium") is None or not (options.page / "eugene.wasm").exists():
        print("skipped: needs chromium, and the page that `make web` builds")
        sys.exit(77)
    has_command = options.eugene is not None and options.eugene.exists()
    Site.open(options.page, options.eugene.resolve() if has_command else None)
    try:
        if options.pictures:
            take_pictures(options.pictures)
        else:
            loader = unittest.defaultTestLoader
            tests = unittest.TestSuite([loader.loadTestsFromNames(names or MODULES)])
            sys.exit(not unittest.TextTestRunner().run(tests).wasSuccessful())
    finally:
        Site.browser.close()
