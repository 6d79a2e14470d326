#!/usr/bin/env python3
"""The page in the browser, in Chromium: what `make web` built, served from its folder.

    web_test.py PAGE [--pictures DIRECTORY]

Where there is no Chromium or no page, says so and exits with 77.
"""
import argparse
import gzip
import shutil
import sys
import unittest
from pathlib import Path

from browser import Browser, serve

LESSONS = ["regions", "predication", "simd-split", "types", "send", "slm", "barrier", "flow", "flags", "indirect", "visa", "cost"]
CONTROL, ALT = 2, 1
MOST_BYTES = 1_500_000
MOST_MILLISECONDS = 100

CONTRASTS = """(() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
      .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const colour = parse(getComputedStyle(node).backgroundColor);
      if (colour[3] !== 0) return colour;
    }
  };
  const low = [];
  for (const node of document.querySelectorAll('body *')) {
    const text = [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
    if (!(text || node.tagName === 'TEXTAREA') || node.closest('#marks') || !node.checkVisibility()) continue;
    const [a, b] = [light(parse(getComputedStyle(node).color)), light(behind(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5 && !node.disabled) low.push(`${node.tagName}.${node.className} ${ratio.toFixed(2)} ${node.textContent.slice(0, 20)}`);
  }
  return low;
})()"""


class Page(unittest.TestCase):
    def setUp(self):
        browser.errors.clear()
        self.show("regions")

    def tearDown(self):
        self.assertEqual(browser.errors, [])

    def show(self, lesson, width=1400, dark=False):
        browser.size(width, dark=dark)
        browser.open(f"{address}#l={lesson}")

    def click(self, name):
        browser.value(f"document.getElementById('{name}').click()")

    def text(self, name):
        return browser.value(f"document.getElementById('{name}').textContent")

    def write(self, program):
        browser.value(f"""(() => {{ const text = document.getElementById('text'); text.value = {program!r};
          text.dispatchEvent(new Event('input')); }})()""")
        browser.until("document.getElementById('position').textContent.startsWith('Changed')")

    def cells(self, row):
        return browser.value(f"[...document.querySelectorAll('.row[data-row=\"{row}\"] .cell')].map((each) => each.textContent)")

    def test_says_where_it_is(self):
        self.assertEqual(self.text("position"), "Before instruction 1.")

    def test_run_ends_and_says_that_it_holds(self):
        self.click("run")
        self.assertIn("It ended after 5 instructions.", self.text("position"))
        self.assertIn("What the program expects holds.", self.text("output"))

    def test_step_changes_one_register(self):
        self.click("step")
        self.assertEqual(self.cells(10), [str(n) for n in range(8)])
        self.assertEqual(self.cells(11), ["0"] * 8)
        self.assertEqual(self.text("position"), "Before instruction 2.")

    def test_back_undoes_a_step(self):
        self.click("step")
        self.click("step")
        self.click("back")
        self.assertEqual(self.cells(11), ["0"] * 8)
        self.assertEqual(self.cells(10), [str(n) for n in range(8)])

    def test_back_from_the_end(self):
        self.click("run")
        self.click("back")
        self.assertEqual(self.text("position"), "Before instruction 5.")

    def test_back_ends_at_the_beginning(self):
        self.assertTrue(browser.value("document.getElementById('back').disabled"))

    def test_reset(self):
        self.click("run")
        self.click("reset")
        self.assertEqual(self.text("position"), "Before instruction 1.")

    def test_changed_registers_are_marked(self):
        self.click("step")
        self.assertEqual(browser.value("document.querySelectorAll('.row[data-row=\"10\"] .changed').length"), 7)

    def test_regions_are_coloured(self):
        self.assertEqual(browser.value("document.querySelectorAll('.row[data-row=\"2\"] .cell.src0').length"), 8)
        self.assertEqual(browser.value("document.querySelectorAll('.row[data-row=\"10\"] .cell.dst').length"), 8)

    def test_regions_follow_the_mouse(self):
        browser.value("""(() => { const text = document.getElementById('text'), box = text.getBoundingClientRect();
          const line = text.value.split('\\n').findIndex((each) => each.includes('r2.5<0'));
          text.dispatchEvent(new MouseEvent('mousemove', {clientX: box.x + 40, clientY: box.y + 8 + 20 * line + 10 - text.scrollTop})); })()""")
        self.assertEqual(browser.value("document.querySelectorAll('.row[data-row=\"2\"] .cell.src0').length"), 1)

    def test_regions_follow_the_cursor(self):
        browser.value("""(() => { const text = document.getElementById('text'); text.focus();
          text.setSelectionRange(text.value.indexOf('mov (8) r12'), text.value.indexOf('mov (8) r12'));
          text.dispatchEvent(new Event('keyup')); })()""")
        self.assertEqual(browser.value("document.querySelectorAll('.row[data-row=\"3\"] .cell.src0').length"), 4)

    def test_an_error_is_underlined(self):
        self.write("mov (8) r10<1>:d r2<8;8,1>:d\nadd (8) r11<1>:d r2\n")
        self.assertEqual(browser.value("document.querySelectorAll('#marks .error').length"), 1)
        self.assertIn("Line 2: error", self.text("findings"))

    def test_a_broken_rule_is_underlined_with_its_document(self):
        self.write("mov (16) r10<1>:df r2<8;8,1>:df\n")
        self.assertGreaterEqual(browser.value("document.querySelectorAll('#marks .error').length"), 1)
        self.assertIn("PRM", self.text("findings"))

    def test_a_finding_leads_to_its_line(self):
        self.write("nop\nnop\nadd (8) r11<1>:d r2\n")
        browser.value("document.querySelector('#findings button').click()")
        self.assertEqual(browser.value("document.activeElement.id"), "text")
        self.assertEqual(browser.value("(() => { const t = document.getElementById('text'); return t.value.slice(0, t.selectionStart).split('\\n').length; })()"), 3)

    def test_an_unwritten_register_is_a_remark(self):
        self.write("add (8) r10<1>:d r60<8;8,1>:d 1:d\n")
        self.click("run")
        self.assertIn("never", self.text("findings"))

    def test_an_expectation_that_fails(self):
        self.write("// expect r10:d = 7\nmov (8) r10<1>:d 3:d\n")
        self.click("run")
        self.assertIn("expected 7", self.text("output"))

    def test_an_endless_loop_ends(self):
        self.write("L: jmpi (1) L {NoMask}\n")
        self.click("run")
        self.assertIn("did not end", self.text("output"))

    def test_a_fault_says_why(self):
        self.write("// surface 0 = 0x5000 size 64 raw\n// set r2:ud = 0 ...\nsend (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)\n")
        self.click("run")
        self.assertIn("fault at line 3", self.text("output"))

    def test_two_hundred_lines_are_checked_in_time(self):
        program = "".join(f"add (8) r{n % 100 + 4}<1>:f r2<8;8,1>:f r3<8;8,1>:f\\n" for n in range(200))
        program = f"// set r2:f = 1 ... ; set r3:f = 2 ...\\n{program}"
        self.write(program.replace("\\n", "\n"))
        took = browser.value("""import('./machine.js').then(async ({Machine}) => {
          const machine = await Machine.load((await fetch('eugene.wasm')).arrayBuffer());
          const text = document.getElementById('text').value;
          const times = Array.from({length: 9}, () => { const at = performance.now(); machine.check(text); return performance.now() - at; });
          return Math.min(...times);
        })""")
        print(f"200 lines are checked in {took:.1f} ms")
        self.assertLess(took, MOST_MILLISECONDS)

    def test_divergence_shows_in_the_masks(self):
        self.show("flow")
        for _ in range(3):
            self.click("step")
        running = browser.value("[...document.querySelectorAll('#masks tr')].find((row) => row.textContent.startsWith('running')).querySelectorAll('td.on').length")
        self.assertEqual(running, 7)

    def test_threads_can_be_chosen(self):
        self.show("barrier")
        self.click("run")
        browser.value("(() => { const thread = document.getElementById('thread'); thread.value = '1'; thread.dispatchEvent(new Event('change')); })()")
        self.assertEqual(self.cells(10), ["100"] * 8)

    def test_memory_is_shown(self):
        self.show("send")
        self.click("run")
        self.assertIn("0x10020", self.text("memory"))

    def test_a_picture_is_drawn(self):
        self.show("cost")
        self.click("run")
        pixel = browser.value("[...document.getElementById('canvas').getContext('2d').getImageData(33, 32, 1, 1).data]")
        self.assertEqual(pixel, [1, 0x80, 0x84, 255])

    def test_variables_have_names(self):
        self.show("visa")
        self.click("run")
        self.assertIn("S:d", self.text("registers"))

    def test_types(self):
        self.show("types")
        browser.value("(() => { const type = document.getElementById('type'); type.value = 'hex'; type.dispatchEvent(new Event('change')); })()")
        self.assertEqual(self.cells(2)[0], "3fe00000")

    def test_the_address_has_the_program(self):
        self.write("mov (8) r10<1>:d 42:d\n")
        self.click("share")
        browser.until("location.hash.startsWith('#p=')")
        shared = browser.value("location.href")
        browser.open(shared)
        self.assertEqual(browser.value("document.getElementById('text').value"), "mov (8) r10<1>:d 42:d\n")

    def test_keys(self):
        browser.press("Enter", 13, CONTROL)
        self.assertIn("It ended", self.text("position"))
        browser.press("F9", 120)
        self.assertEqual(self.text("position"), "Before instruction 5.")
        browser.press("ArrowLeft", 37, ALT)
        self.assertEqual(self.text("position"), "Before instruction 4.")
        browser.press("F10", 121)
        self.assertEqual(self.text("position"), "Before instruction 5.")

    def test_tab_reaches_everything_and_leaves_the_editor(self):
        reached = set()
        for _ in range(30):
            browser.press("Tab", 9)
            reached.add(browser.value("document.activeElement.id"))
        for name in ["lesson", "theme", "run", "step", "share", "text", "output", "thread", "type", "all", "registers", "memory"]:
            self.assertIn(name, reached)

    def test_360_pixels(self):
        for lesson in ("regions", "cost"):
            self.show(lesson, width=360)
            self.click("run")
            self.assertLessEqual(browser.value("document.documentElement.scrollWidth"), 360)

    def test_contrasts(self):
        for dark in (False, True):
            self.show("predication", dark=dark)
            self.click("step")
            self.assertEqual(browser.value(CONTRASTS), [], "dark" if dark else "light")

    def test_theme_by_hand(self):
        self.click("theme")
        self.assertTrue(browser.value("document.documentElement.classList.contains('dark')"))

    def test_every_name_is_relative(self):
        names = browser.value("performance.getEntriesByType('resource').map((each) => each.name)")
        self.assertTrue(all(name.startswith((address, "data:")) for name in names), names)


def test_of_lesson(lesson):
    def test(self):
        self.show(lesson)
        self.click("run")
        self.assertIn("What the program expects holds.", self.text("output"))
        self.assertEqual(self.text("findings"), "None.")
    return test


for each in LESSONS:
    setattr(Page, f"test_lesson_{each.replace('-', '_')}", test_of_lesson(each))


class Files(unittest.TestCase):
    def test_size(self):
        size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in page.rglob("*") if path.is_file())
        print(f"the page has {size} bytes compressed")
        self.assertLess(size, MOST_BYTES)


def take_pictures(directory):
    directory.mkdir(parents=True, exist_ok=True)
    for width in (1400, 360):
        for dark in (False, True):
            for lesson, steps in (("predication", 2), ("cost", 0), ("flow", 5)):
                browser.size(width, 1000, dark)
                browser.open(f"{address}#l={lesson}")
                for name in ["step"] * steps or ["run"]:
                    browser.value(f"document.getElementById('{name}').click()")
                browser.picture(directory / f"{lesson}-{width}-{'dark' if dark else 'light'}.png", whole=width == 360)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=Path)
    parser.add_argument("--pictures", type=Path)
    options, rest = parser.parse_known_args()
    page = options.page
    if shutil.which("chromium") is None or not (page / "eugene.wasm").exists():
        print("skipped: needs chromium, and the page that `make web` builds")
        sys.exit(77)
    address = serve(str(page))
    browser = Browser()
    try:
        if options.pictures:
            take_pictures(options.pictures)
        else:
            unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
    finally:
        browser.close()
