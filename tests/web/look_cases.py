"""Use by keyboard only, narrow windows, dark mode, sharing, and the page's files."""
import gzip
import unittest

from page import ALT, CONTROL, CONTRASTS, LESSONS, PageTest, Site

MOST_BYTES = 1_500_000
# Pixels of the page to the right of the window.
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Keyboard(PageTest):
    def test_keys(self):
        self.press("Enter", CONTROL)
        self.assertIn("It ended", self.text("position"))
        self.press("F9")
        self.assertEqual(self.text("position"), "Before instruction 5.")
        self.press("ArrowLeft", ALT)
        self.assertEqual(self.text("position"), "Before instruction 4.")
        self.press("F10")
        self.assertEqual(self.text("position"), "Before instruction 5.")
        self.press("Home", ALT)
        self.assertEqual(self.text("position"), "Before instruction 1.")

    def test_tab_reaches_everything_and_leaves_the_editor(self):
        self.click("profile")
        self.value("document.activeElement.blur()")
        reached = set()
        for _ in range(45):
            self.press("Tab")
            reached.add(self.value("document.activeElement.id || document.activeElement.className"))
        for name in ["lesson", "theme", "run", "step", "profile", "share", "text", "output", "thread", "type", "all", "registers", "memory", "wide"]:
            self.assertIn(name, reached)

    def test_a_lesson_is_chosen_by_key(self):
        self.value("document.getElementById('lesson').focus()")
        self.press("ArrowDown")
        self.browser.until("document.getElementById('text').value.includes('cmp.l.f0.0')")
        self.assertIn("Predication", self.text("about"))
        self.assertEqual(self.value("location.hash"), "#l=predication")

    def test_a_program_is_written_and_run_by_key(self):
        self.write("")
        self.put_cursor(0)
        self.type("mov (8) r10<1>:d 7:d")
        self.settle()
        self.press("Escape")
        self.press("Enter", CONTROL)
        self.assertEqual(self.cells(10), ["7"] * 8)

    def test_controls_have_names(self):
        nameless = self.value("""[...document.querySelectorAll('button, select, input, textarea, [tabindex="0"]')]
          .filter((each) => !(each.textContent.trim() || each.ariaLabel || each.getAttribute('aria-label') || each.labels?.length))
          .map((each) => each.id || each.tagName)""")
        self.assertEqual(nameless, [])

    def test_controls_are_large_enough(self):  # WCAG 2.2, 2.5.8: 24 pixels
        self.show("cost", width=360)
        self.click("profile")
        small = self.value("""[...document.querySelectorAll('button, select')].filter((each) => each.checkVisibility())
          .map((each) => [each.id || each.textContent, each.getBoundingClientRect()]).filter(([, box]) => box.height < 24 || box.width < 24)
          .map(([name]) => name)""")
        self.assertEqual(small, [])


class Look(PageTest):
    def test_360_pixels(self):
        for lesson in LESSONS:
            with self.subTest(lesson):
                self.show(lesson, width=360)
                self.click("run")
                self.click("profile")
                self.assertEqual(self.value(BEYOND), 0)

    def test_320_pixels(self):  # WCAG 1.4.10
        self.show("predication", width=320)
        self.click("run")
        self.assertEqual(self.value(BEYOND), 0)

    def test_the_narrow_header_has_two_rows(self):
        self.show("regions", width=360, dark=True)
        lesson, theme = self.box("lesson"), self.box("theme")
        self.assertLess(theme["bottom"], lesson["top"])
        self.assertLess(lesson["bottom"], 90)
        self.assertGreater(lesson["right"], 300)  # beside a scroll bar

    def contrasts(self, dark):
        self.show("predication", dark=dark)
        self.click("step")
        self.click("profile")
        self.put_cursor_at("mov (8)")
        self.press("F1")
        self.assertFalse(self.hidden("hint"))
        self.assertEqual(self.value(CONTRASTS), [])
        self.write("add (8) r11<1>:d r2\n")
        self.put_cursor(0)
        self.type("m")
        self.assertFalse(self.hidden("completions"))
        self.assertEqual(self.value(CONTRASTS), [])

    def test_contrasts_light(self):
        self.contrasts(False)

    def test_contrasts_dark(self):
        self.contrasts(True)

    def test_the_system_chooses_the_theme(self):
        self.assertFalse(self.value("document.documentElement.classList.contains('dark')"))
        self.show("regions", dark=True)
        self.assertTrue(self.value("document.documentElement.classList.contains('dark')"))

    def test_theme_by_hand(self):
        self.click("theme")
        self.assertTrue(self.value("document.documentElement.classList.contains('dark')"))
        self.assertEqual(self.value("document.getElementById('theme').getAttribute('aria-pressed')"), "true")


class Share(PageTest):
    def share(self, program):
        self.write(program)
        self.click("share")
        self.browser.until("location.hash.startsWith('#p=')")
        return self.value("location.href")

    def test_the_address_has_the_program(self):
        self.browser.open(self.share("mov (8) r10<1>:d 42:d\n"))
        self.assertEqual(self.program(), "mov (8) r10<1>:d 42:d\n")

    def test_letters_beyond_ascii(self):
        self.browser.open(self.share("// größer ≥ 3\nnop\n"))
        self.assertEqual(self.program(), "// größer ≥ 3\nnop\n")

    def test_a_long_program(self):
        program = "".join(f"add (8) r{n % 100 + 4}<1>:f r2<8;8,1>:f r3<8;8,1>:f\n" for n in range(2000))
        address = self.share(program)
        self.assertLess(len(address), 8000)
        self.browser.open(address)
        self.assertEqual(self.program(), program)

    def test_an_address_that_is_broken_opens_a_lesson(self):
        for fragment in ("p=!!!", "p=AAAA", "l=nothing", "x"):
            with self.subTest(fragment):
                Site.show(fragment)
                self.assertIn("r2<8;8,1>", self.program())

    def test_another_address_opens_its_program(self):
        self.value("location.hash = '#l=flow'")
        self.browser.until("document.getElementById('text').value.includes('Do:')")


class Files(unittest.TestCase):
    def test_size(self):
        size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in Site.folder.rglob("*") if path.is_file())
        print(f"the page has {size} bytes compressed")
        self.assertLess(size, MOST_BYTES)

    def test_every_name_is_relative(self):
        Site.show("regions")
        names = Site.browser.value("performance.getEntriesByType('resource').map((each) => each.name)")
        self.assertTrue(names)
        self.assertTrue(all(name.startswith((Site.address, "data:")) for name in names), names)
