"""Links and programs of an attacker: a click opens a link, and the link's text is the page's input. The page must not
execute it, send it anywhere, or break because of its size; and the next program must run."""
import base64
import json
import time
import zlib

from browser import serve
from page import PageTest, Site
from run_cases import MACHINE

MARKUP = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'


def packed(data):
    compressor = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(compressor.compress(data) + compressor.flush()).decode().rstrip("=")


class Attack(PageTest):
    def tearDown(self):
        self.assertEqual(self.value("[typeof window.hit, document.querySelectorAll('img, iframe, object, embed, body script').length]"), ["undefined", 0])
        self.assertIn("It ended after 5 instructions.", self.after())
        super().tearDown()

    def after(self):
        """Opens the first lesson in the same page and runs it. Returns the place where it ends."""
        self.link("l=regions", "document.getElementById('position').textContent === 'Before instruction 1.'")
        self.click("run")
        return self.text("position")

    def link(self, fragment, until="document.getElementById('position').textContent !== 'waiting'"):
        """Follows a link in the page that is open."""
        self.value("document.getElementById('position').textContent = 'waiting'")
        self.value(f"history.replaceState(null, '', '#'); location.hash = {json.dumps('#' + fragment)}")  # also where the page is there already
        self.browser.until(until)

    def open(self, program):
        self.link("p=" + packed(program if isinstance(program, bytes) else program.encode()))

    def use(self, program):
        """Does everything that a user can do with a program."""
        self.open(program)
        for name in ("step", "run", "back", "profile", "reset", "share"):
            if not self.value(f"document.getElementById('{name}').disabled"):
                self.click(name)
        self.put_cursor(min(3, len(self.program())))
        for key in ("F1", "F12"):
            self.press(key)
        self.press("F", 9)
        self.press("Escape")


class Links(Attack):
    def test_of_gigabytes(self):
        for size in (1 << 18) + 1, 64 << 20:
            self.open(b"nop\n" * (size // 4 + 1))
            self.assertEqual(self.text("position"), "The program in the address is too large.")

    def test_of_the_most_that_there_may_be(self):
        self.open(b"nop\n" * (1 << 16))
        self.assertEqual(len(self.program()), 1 << 18)
        self.click("share")
        self.browser.until("document.getElementById('position').textContent.includes('has the program in it')")

    def test_that_are_damaged(self):
        right = packed(b"mov (8) r10<1>:d 7:d\n" * 20)
        for wrong in ("p=!", "p==", "p=AAAA", "p=" + right[:-4], "p=" + right[:3], "p=" + right[4:], "p=A" + right, "p=" + right.swapcase(), "p=%00", "p=\u2028", "p=" + "A" * 100_000):
            with self.subTest(link=wrong[:30]):
                self.link(wrong)
                self.assertEqual(self.text("position"), "There is no program in the address.")

    def test_to_other_files(self):
        known = self.value("[...document.getElementById('lesson').options].map((each) => each.value)")
        for wrong in ("l=../index", "l=../../../etc/passwd", "l=https://example.invalid/x", "l=//example.invalid/x", "l=__proto__", "l=constructor", "l=%2e%2e/main", "l=" + MARKUP, "l=\0",
                      "l=regions.asm", "x=1", "=", "p", "l", "p=", "l=", "javascript:window.hit=1"):
            with self.subTest(link=wrong):
                self.link(wrong)
                self.assertIn(self.value("document.getElementById('lesson').value"), known)
                self.assertEqual(self.text("position"), "Before instruction 1.")

    def test_one_after_the_other(self):
        for n in range(50):
            self.value(f"location.hash = '#l={'flow' if n % 2 else 'send'}'")
        self.link("l=regions", "document.getElementById('lesson').value === 'regions' && document.getElementById('position').textContent.startsWith('Before')")


class Markup(Attack):
    """Texts of a program that the page shows: findings, output, names and hints."""

    def test_in_what_is_wrong(self):
        for program in (MARKUP, f"mov (8) {MARKUP}\n", f"{MARKUP}: nop\n", f"// set {MARKUP} = 1\nnop\n", f"// case {MARKUP}\nnop\n", f"// surface {MARKUP} = 1\n"):
            with self.subTest(program=program):
                self.use(program)
                self.assertIn("<img", self.program())

    def test_in_what_is_printed(self):
        self.use(f"// print r10:d\n// case {MARKUP}\n// expect r10:d = 5\nmov (8) r10<1>:d 3:d\n")
        self.use(f"jmpi (1) <svg/onload=window.hit=1>\n// expect {MARKUP}\n")

    def test_in_names(self):
        quoted = MARKUP.replace('"', "'")
        for name in ("__proto__", "constructor", "toString", "hasOwnProperty", quoted):
            program = f'.version 3.6\n.kernel "{name}"\n.decl {name} v_type=G type=d num_elts=8\nmov (M1, 8) {name}(0,0)<1> 7:d\nret (M1, 1)\n'
            with self.subTest(name=name):
                self.use(program)
        self.assertEqual(self.value("[({}).polluted, Object.keys(Object.prototype).length]"), [None, 0])

    def test_in_labels(self):
        for name in ("__proto__", "constructor", "toString"):
            self.use(f"{name}: mov (8) r10<1>:d 7:d\n(f0.0) jmpi (1) {name}\n")


class Policy(Attack):
    """If foreign markup got into the page all the same, it could do nothing."""

    def refused(self, action):
        """Returns the violated directive; nothing if none is."""
        return self.value(f"""new Promise((done) => {{
          document.addEventListener('securitypolicyviolation', ({{effectiveDirective}}) => done(effectiveDirective), {{once: true}});
          setTimeout(() => done(null), 2000);
          {action};
        }})""")

    def test_scripts_in_the_page(self):
        self.assertEqual(self.refused("const s = document.createElement('script'); s.textContent = 'window.hit = 1'; document.head.append(s); s.remove()"), "script-src-elem")
        self.assertEqual(self.refused("const b = document.createElement('b'); b.setAttribute('onclick', 'window.hit = 1'); document.head.append(b); b.click(); b.remove()"), "script-src-attr")
        self.assertEqual(self.refused("const a = document.createElement('a'); a.href = 'javascript:window.hit=1'; document.head.append(a); a.click(); a.remove()"), "script-src-elem")

    def test_scripts_from_elsewhere(self):
        other = serve(str(Site.folder))
        self.assertEqual(self.refused(f"const s = document.createElement('script'); s.src = '{other}main.js'; document.head.append(s); s.remove()"), "script-src-elem")
        self.assertEqual(self.refused(f"import('{other}main.js').catch(() => {{}})"), "script-src-elem")

    def test_what_is_sent_away(self):
        other = serve(str(Site.folder))
        self.assertEqual(self.refused(f"fetch('{other}?program').catch(() => {{}})"), "connect-src")
        self.assertEqual(self.refused(f"navigator.sendBeacon('{other}', 'program')"), "connect-src")
        self.assertEqual(self.refused(f"new WebSocket('{other.replace('http', 'ws')}')"), "connect-src")
        self.assertEqual(self.refused(f"new Image().src = '{other}program.png'"), "img-src")
        self.assertEqual(self.refused(f"const f = document.createElement('form'); f.action = '{other}'; f.method = 'post'; document.body.append(f); f.submit(); f.remove()"), "form-action")

    def test_what_is_put_into_the_page(self):
        for element, attribute, directive in (("iframe", "src", "frame-src"), ("object", "data", "object-src"), ("embed", "src", "object-src"), ("video", "src", "media-src")):
            with self.subTest(element=element):
                self.assertEqual(self.refused(f"const e = document.createElement('{element}'); e.{attribute} = location.origin + '/x'; document.body.append(e); setTimeout(() => e.remove(), 100)"),
                                 directive)
        self.browser.until("!document.querySelector('iframe, object, embed, video')")
        self.assertEqual(self.refused("const b = document.createElement('base'); b.href = 'http://127.0.0.1:1/'; document.head.append(b); b.remove()"), "base-uri")
        self.assertEqual(self.refused("const s = document.createElement('style'); s.textContent = 'body { background: red }'; document.head.append(s); s.remove()"), "style-src-elem")
        self.assertEqual(self.value("document.referrer + document.querySelector('meta[name=referrer]').content"), "no-referrer")

    def test_messages_of_other_windows(self):
        before = self.program()
        self.value("window.postMessage({program: 'nop', type: 'run', data: '#p='}, '*')")
        self.value("new Promise((done) => setTimeout(done, 100))")
        self.assertEqual(self.program(), before)


class Programs(Attack):
    def test_that_are_no_text(self):
        for data in (b"\xff\xfe\xfd" * 100, b"\0" * 1000, bytes(range(256)) * 20, "\u202enop\n\u2066".encode(), b"\xef\xbb\xbfnop\n", b"mov (8) r1" + b"\xe2\x82" * 50, b"\r" * 1000,
                     "// case \U0001f600\ud7ff\n".encode() * 100, b"\xed\xa0\x80" * 100, "ö".encode() * 3000):
            with self.subTest(data=data[:20]):
                self.use(data)

    def test_that_are_nested(self):
        for text in ("(" * 100_000, "mov (8) r10<1>:f " + "(" * 100_000 + "1" + ")" * 100_000, "[" * 200_000, "{" * 200_000, "/*" * 100_000, "if (8)\n" * 20_000, "do\n" * 20_000,
                     ".define A A A\nA\n", ".define(a) A(a) A(a)\nA(" * 100, "// set r2:ud = " + "(" * 100_000):
            with self.subTest(text=text[:30]):
                begin = time.monotonic()
                self.use(text)
                self.assertLess(time.monotonic() - begin, 50)

    def test_that_ask_for_much(self):
        for text in ("// memory 0 size 0xffffffff\nnop\n", "// memory 0x10000 size 0x7fffffff\n// memory 0x90000000 size 0x6fffffff\nnop\n", "// threads 1000000\nnop\n",
                     "// slm size 0xffffffff\nnop\n", "// groups 1000000\n// threads 64\nnop\n", "// surface 0 = 0 size 0xffffffff raw\nnop\n",
                     "// memory 0x10000 size 0x8000000\nnop\n", "// threads 64\n// slm size 65536\n" + "mov (8) r10<1>:d 7:d\n" * 1000, "".join(f"// case {i}\nnop\n" for i in range(5000)),
                     "".join(f"// print r{i % 128}:ub\n" for i in range(5000)) + "nop\n"):
            with self.subTest(text=text[:40]):
                begin = time.monotonic()
                self.use(text)
                self.assertLess(time.monotonic() - begin, 50)

    def test_that_do_not_end(self):
        for text in ("L: jmpi (1) L {NoMask}\n", "// threads 8\nL: jmpi (1) L {NoMask}\n", "// threads 2\n// slm size 64\nwait (1) n0\n",
                     "L: add (1) ip<1>:ud ip<0;1,0>:ud 0:ud\njmpi (1) L\n"):
            with self.subTest(text=text):
                self.open(text)
                self.click("run")
                self.assertIn("did not end", self.text("output") + " did not end" * ("wait" in text))

    def test_that_are_long(self):
        for text in ("x" * 250_000, "mov (8) r10<1>:d 7:d " * 10_000, "\n" * 250_000, "L: " * 80_000, "\t" * 250_000, ",".join(["r1"] * 60_000), "".join(f"L{i}: jmpi (1) L{i * 7 % 9000}\n" for i in range(9000))):
            with self.subTest(text=text[:30]):
                begin = time.monotonic()
                self.use(text)
                self.assertLess(time.monotonic() - begin, 50)

    def test_files_that_they_name(self):
        self.use("// memory 0x10000 file /etc/passwd\n// memory 0x20000 file ../main.js\nnop\n")
        self.assertNotIn("root:", self.text("output") + self.text("findings") + self.text("memory"))


class Questions(Attack):
    """Questions to the machine that the page itself does not ask."""

    def test_of_places_that_there_are_none(self):
        answers = self.value(f"""(async () => {{
          const machine = await {MACHINE}, all = [];
          for (const text of ['', 'nop', 'mov (8) r10<1>:d 7:d\\n', '\\ud800', 'ö\\n'.repeat(3)])
            for (const line of [0, 1, 4294967295, -1, NaN, 1e300])
              for (const byte of [0, 1, 4294967295, -1, NaN, Infinity])
                for (const name of ['hover', 'complete', 'definition']) all.push(typeof machine[name](text, line, byte));
          return [...new Set(all)];
        }})()""")
        self.assertEqual(answers, ["object"])

    def test_of_steps_that_there_are_none(self):
        for step in ("NaN", "-1", "-Infinity", "1e300", "Infinity", "0.5", "2 ** 64", "2 ** 53"):
            with self.subTest(step=step):
                self.assertTrue(self.value(f"(async () => (await {MACHINE}).run('mov (8) r10<1>:d 7:d\\n', {step}).passed)()"))
        self.assertEqual(self.value(f"(async () => (await {MACHINE}).run('nop\\n', null, NaN).step)()"), 0)

    def test_one_machine_after_another(self):
        """A machine that a program has ended leaves no state."""
        self.assertEqual(self.value(f"""(async () => {{
          const machine = await {MACHINE};
          for (let n = 0; n < 20; ++n) {{
            try {{ machine.call('buffer_of_none', 'nop'); }} catch {{}}
            try {{ machine.exports.buffer(0xffffffff); }} catch {{}}
            machine.start();
          }}
          return machine.run('mov (8) r10<1>:d 7:d\\n').step;
        }})()"""), 1)
