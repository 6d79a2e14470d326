#!/usr/bin/env python3
"""The type stubs (*.pyi) declare exactly the module's names, and each public name has a docstring."""
import ast
import inspect
import unittest
from pathlib import Path

import eugene
from eugene import _native

STUB = ast.parse((Path(eugene.__file__).parent / "_native.pyi").read_text())


def names_of(body):
    return {each.target.id if isinstance(each, ast.AnnAssign) else each.name for each in body
            if isinstance(each, (ast.FunctionDef, ast.ClassDef, ast.AnnAssign))}


class Stubs(unittest.TestCase):
    def test_names(self):
        self.assertEqual(names_of(STUB.body), {name for name in dir(_native) if not name.startswith("__")})
        for each in STUB.body:
            if isinstance(each, ast.ClassDef):
                own = {name for name in vars(getattr(_native, each.name)) if not name.startswith("_")}
                self.assertEqual({name for name in names_of(each.body) if not name.startswith("_")}, own, each.name)

    def test_parameters(self):
        for each in ast.walk(STUB):
            if isinstance(each, ast.ClassDef):
                for method in [one for one in each.body if isinstance(one, ast.FunctionDef)]:
                    function = getattr(getattr(_native, each.name), method.name)
                    if callable(function) and not method.name.startswith("_"):
                        line = function.__doc__.splitlines()[0]
                        for name in [argument.arg for argument in method.args.args[1:]]:
                            self.assertIn(f"{name}: ", line, f"{each.name}.{method.name}")

    def test_docstrings(self):
        for name in eugene.__all__:
            self.assertTrue(inspect.getdoc(getattr(eugene, name)), name)

    def test_the_marker(self):
        self.assertTrue((Path(eugene.__file__).parent / "py.typed").exists())


if __name__ == "__main__":
    unittest.main()
