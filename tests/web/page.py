"""Helpers for tests of the page: the browser, the page in it, and how to look at the page and type."""
import unittest

from browser import Browser, serve

SHIFT, CONTROL, ALT = 8, 2, 1
LESSONS = ["regions", "predication", "simd-split", "types", "send", "slm", "barrier", "flow", "flags", "indirect", "visa", "cost", "picture"]

KEYS = {"Enter": 13, "Tab": 9, "Escape": 27, "F1": 112, "F9": 120, "F10": 121, "F12": 123, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
        "ArrowDown": 40, "Home": 36, "Backspace": 8, " ": 32, "p": 80, "F": 70}

# Pairs of colours below the contrast that WCAG AA asks of text.
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


class Site:
    """The page under test. `eugene`: the command that was built from the same sources; None: there is none."""
    browser = address = folder = eugene = None

    @classmethod
    def open(cls, folder, eugene):
        cls.folder, cls.eugene = folder, eugene
        cls.address = serve(str(folder))
        cls.browser = Browser()

    @classmethod
    def show(cls, fragment, width=1400, dark=False, height=900):
        cls.browser.size(width, height, dark)
        cls.browser.open(f"{cls.address}#{fragment}")


class PageTest(unittest.TestCase):
    def setUp(self):
        self.browser = Site.browser
        self.browser.errors.clear()
        self.show("regions")

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])

    def show(self, lesson, **how):
        Site.show(f"l={lesson}", **how)

    def value(self, expression):
        return self.browser.value(expression)

    def click(self, name):
        self.value(f"document.getElementById('{name}').click()")

    def text(self, name):
        return self.value(f"document.getElementById('{name}').textContent")

    def program(self):
        return self.value("document.getElementById('text').value")

    def hidden(self, name):
        return self.value(f"document.getElementById('{name}').hidden")

    def write(self, program):
        """Replaces the program, as if it had been pasted."""
        self.value(f"""(() => {{ const text = document.getElementById('text'); text.value = {program!r};
          text.dispatchEvent(new Event('input')); }})()""")
        self.settle()

    def settle(self):
        """Waits until the typed text is checked."""
        self.browser.until("document.getElementById('position').textContent.startsWith('Changed')")

    def put_cursor(self, index):
        self.value(f"(() => {{ const text = document.getElementById('text'); text.focus(); text.setSelectionRange({index}, {index}); }})()")

    def put_cursor_at(self, part):
        self.put_cursor(self.program().index(part))

    def press(self, key, modifiers=0):
        self.browser.press(key, KEYS[key], modifiers)

    def type(self, letters):
        """Types letters key by key, at the cursor."""
        for letter in letters:
            # The codes of other characters would be those of other keys.
            code = ord(letter.upper()) if letter.isalnum() else 0
            self.browser.press(letter, code, text=letter)

    def box(self, name):
        return self.value(f"(() => {{ const {{left, right, top, bottom}} = document.getElementById('{name}').getBoundingClientRect();"
                          "return {left, right, top, bottom}; })()")

    def cells(self, row):
        return self.value(f"[...document.querySelectorAll('.row[data-row=\"{row}\"] .cell')].map((each) => each.textContent)")
