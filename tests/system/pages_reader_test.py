#!/usr/bin/env python3
"""pages.py reads a page as pages_test.py needs it, and takes no wrong output for a right one."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import pages  # noqa: E402

PAGE = """# Page

    $ one \\
      more
    output

    after a blank line
    $ two

<!-- file: input.txt -->

    text
      indented

- a list:

  <!-- run: status 0 3; varies \\d+ of; without output -->

      $ three
      $ four

<!-- run: not, needs a package -->

```
$ five
```

Words in between end what a comment says.

    $ six
    eugene: output
"""


class Reader(unittest.TestCase):
    def test_commands(self):
        found, wrong = pages.read(PAGE)
        self.assertEqual(wrong, [])
        self.assertEqual([each.text for each in found if isinstance(each, pages.Command)],
                         ["one \\\n  more", "two", "three", "four", "five", "six"])
        one, two, file, three, four, five, six = found
        self.assertEqual((one.line, one.output, two.output), (3, ["output", "", "after a blank line"], []))
        self.assertEqual((file.name, file.text), ("input.txt", "text\n  indented\n"))
        self.assertEqual([(each.status, each.prints, each.varies) for each in (three, four, six)],
                         [(0, False, [r"\d+ of"]), (3, False, [r"\d+ of"]), (0, True, [])])
        self.assertEqual((five.reason, six.reason), ("needs a package", ""))

    def test_commands_without_a_prompt(self):
        self.assertEqual([line for line, _ in pages.read("    eugene run -- ./app\n")[1]], [1])
        self.assertEqual([line for line, _ in pages.read("    A=b build/eugene exec k.asm\n")[1]], [1])
        self.assertEqual(pages.read("    eugene: device   Skylake\n")[1], [])

    def test_what_a_command_needs(self):
        (one, two), _ = pages.read("<!-- run: status 1 -->\n<!-- run: needs intel-opencl -->\n\n    $ one\n\nText.\n\n    $ two\n")
        self.assertEqual((one.needs, one.status, two.needs), (["intel-opencl"], 1, []))

    def test_misspelt_comments(self):
        with self.assertRaises(ValueError):
            pages.read("<!-- run: stauts 3 -->\n\n    $ one\n")

    def test_output(self):
        right = ["kernel  1604.9 ms", "  at 0x8001fffea000", "(317.3 million a second)", "  0x0068: mov (1)", "end"]
        self.assertTrue(pages.matches(right, right, []))
        self.assertTrue(pages.matches(right, ["kernel  3.1 ms", "  at 0x8003ffee9000", "(4.0 million a second)", *right[3:]], []))
        self.assertTrue(pages.matches(["kernel ...", "...", "end"], right, []))
        self.assertTrue(pages.matches(["...", "  0x0068: ...", "end"], right, []))
        self.assertTrue(pages.matches(["a 5 of 7"], ["a 6 of 7"], [r"\d+ of"]))
        for wrong in (right[:-1], [*right, "more"], ["kernel  x ms", *right[1:]], [*right[:3], "  0x0070: mov (1)", "end"],
                      [*right[:3], "0x0068: mov (1)", "end"]):
            self.assertFalse(pages.matches(right, wrong, []), wrong)
        self.assertFalse(pages.matches(["...", "ended"], right, []))
        self.assertFalse(pages.matches([], right, []))
        self.assertFalse(pages.matches(["a 5 of 7"], ["a 5 of 8"], [r"\d+ of"]))


if __name__ == "__main__":
    unittest.main()
