"""The editor: findings, hints, completions, labels."""
from page import ALT, CONTROL, SHIFT, PageTest

MOST_MILLISECONDS = 100


class Findings(PageTest):
    def test_an_error_is_underlined(self):
        self.write("mov (8) r10<1>:d r2<8;8,1>:d\nadd (8) r11<1>:d r2\n")
        self.assertEqual(self.value("document.querySelectorAll('#marks .error').length"), 1)
        self.assertIn("Line 2: error", self.text("findings"))

    def test_a_broken_rule_is_underlined_with_its_document(self):
        self.write("mov (16) r10<1>:df r2<8;8,1>:df\n")
        self.assertGreaterEqual(self.value("document.querySelectorAll('#marks .error').length"), 1)
        self.assertIn("PRM", self.text("findings"))

    def test_a_finding_leads_to_its_line(self):
        self.write("nop\nnop\nadd (8) r11<1>:d r2\n")
        self.value("document.querySelector('#findings button').click()")
        self.assertEqual(self.value("document.activeElement.id"), "text")
        self.assertEqual(self.value("(() => { const t = document.getElementById('text'); "
                                    "return t.value.slice(0, t.selectionStart).split('\\n').length; })()"), 3)

    def test_an_unwritten_register_is_a_remark(self):
        self.write("add (8) r10<1>:d r60<8;8,1>:d 1:d\n")
        self.click("run")
        self.assertIn("never", self.text("findings"))

    def test_two_hundred_lines_are_checked_in_time(self):
        self.write("// set r2:f = 1 ... ; set r3:f = 2 ...\n" + "".join(f"add (8) r{n % 100 + 4}<1>:f r2<8;8,1>:f r3<8;8,1>:f\n" for n in range(200)))
        took = self.value("""import('./machine.js').then(async ({Machine}) => {
          const machine = await Machine.load((await fetch('eugene.wasm')).arrayBuffer());
          const text = document.getElementById('text').value;
          const times = Array.from({length: 9}, () => { const at = performance.now(); machine.check(text); return performance.now() - at; });
          return Math.min(...times);
        })""")
        print(f"200 lines are checked in {took:.1f} ms")
        self.assertLess(took, MOST_MILLISECONDS)


class Mouse(PageTest):
    def point_at(self, part):
        """The mouse rests on the first letter of `part`."""
        return self.value(f"""(() => {{
          const text = document.getElementById('text'), box = text.getBoundingClientRect(), lines = text.value.split('\\n');
          const line = lines.findIndex((each) => each.includes({part!r}));
          const ruler = document.createElement('canvas').getContext('2d');
          ruler.font = getComputedStyle(text).font;
          const before = lines[line].slice(0, lines[line].indexOf({part!r})).replace('\\t', ' '.repeat(8));
          const x = box.x + 8 + ruler.measureText(before + '0').width - 2;
          text.dispatchEvent(new MouseEvent('mousemove', {{clientX: x, clientY: box.y + 8 + 20 * line + 10 - text.scrollTop}}));
        }})()""")

    def hint(self):
        self.browser.until("!document.getElementById('hint').hidden")
        return self.text("hint")

    def test_regions_follow_the_mouse(self):
        self.point_at("r2.5<0")
        self.assertEqual(self.value("document.querySelectorAll('.row[data-row=\"2\"] .cell.src0').length"), 1)

    def test_regions_follow_the_cursor(self):
        self.put_cursor_at("mov (8) r12")
        self.value("document.getElementById('text').dispatchEvent(new Event('keyup'))")
        self.assertEqual(self.value("document.querySelectorAll('.row[data-row=\"3\"] .cell.src0').length"), 4)

    def test_a_mnemonic_is_explained_with_its_document(self):
        self.point_at("mov (8) r12")
        self.assertRegex(self.hint(), r"(?s)^mov: .*PRM vol")

    def test_a_region_is_drawn(self):
        self.point_at("r2<8;4,2>")
        hint = self.hint()
        self.assertIn("8 lanes in rows of 4", hint)
        self.assertRegex(hint, r"r3 +4444")

    def test_visa_is_explained_by_its_manual(self):
        self.show("visa")
        self.point_at("cmp.lt")
        self.assertIn("vISA", self.hint())

    def test_a_tab_is_as_wide_as_it_is_drawn(self):
        self.write("\tadd (8) r10<1>:d r2<8;8,1>:d 1:d\n")
        self.point_at("add (8)")
        self.assertRegex(self.hint(), "^add: ")

    def test_letters_beyond_ascii_count_once(self):
        self.write("/* größer */ add (8) r10<1>:d r2<8;8,1>:d 1:d\n")
        self.point_at("r2<8")
        self.assertIn("8 lanes in rows of 8", self.hint())

    def test_a_hint_goes_with_the_mouse(self):
        self.point_at("mov (8) r12")
        self.hint()
        self.value("document.getElementById('text').dispatchEvent(new MouseEvent('mouseleave'))")
        self.assertTrue(self.hidden("hint"))

    def test_a_hint_goes_with_escape(self):
        self.put_cursor_at("mov (8) r12")
        self.press("F1")
        self.assertFalse(self.hidden("hint"))
        self.press("Escape")
        self.assertTrue(self.hidden("hint"))

    def test_hints_are_within_the_window(self):
        self.show("regions", width=360)
        self.put_cursor_at("r2<8;4,2>")
        self.press("F1")
        box = self.box("hint")
        self.assertGreaterEqual(box["left"], 0)
        self.assertLessEqual(box["right"], 360)
        self.assertGreater(box["bottom"], box["top"])


class Completion(PageTest):
    def offered(self):
        if self.hidden("completions"):
            return []
        return self.value("[...document.querySelectorAll('#completions li')].map((each) => each.textContent)")

    def begin(self, program, at):
        self.write(program)
        self.put_cursor(at)

    def test_mnemonics(self):
        self.begin("", 0)
        self.type("ma")
        self.assertLessEqual({"mac", "mach", "mad"}, set(self.offered()))
        self.assertFalse([each for each in self.offered() if not each.startswith("ma")])

    def test_tab_takes_the_first(self):
        self.begin("", 0)
        self.type("ma")
        first = self.offered()[0]
        self.press("Tab")
        self.assertEqual(self.program(), first)
        self.assertEqual(self.value("document.activeElement.id"), "text")
        self.assertEqual(self.offered(), [])

    def test_arrows_choose_and_enter_takes(self):
        self.begin("", 0)
        self.type("ma")
        second = self.offered()[1]
        self.press("ArrowDown")
        self.assertEqual(self.value("document.querySelector('#completions [aria-selected=true]').textContent"), second)
        self.assertEqual(self.value("document.getElementById('text').getAttribute('aria-activedescendant')"), "completion-1")
        self.press("Enter")
        self.assertEqual(self.program(), second)

    def test_enter_alone_ends_the_line(self):
        self.begin("", 0)
        self.type("ma")
        self.browser.press("Enter", 13, text="\r")
        self.assertEqual(self.program(), "ma\n")

    def test_escape_closes_and_tab_then_leaves(self):
        self.begin("", 0)
        self.type("ma")
        self.press("Escape")
        self.assertEqual(self.offered(), [])
        self.press("Tab")
        self.assertNotEqual(self.value("document.activeElement.id"), "text")

    def test_types_behind_a_colon(self):
        self.begin("mov (8) r10<1>", 14)
        self.type(":")
        self.assertLessEqual({"ud", "w", "f"}, set(self.offered()))
        self.type("u")
        self.assertLessEqual({"ud", "uw", "ub"}, set(self.offered()))
        self.assertNotIn("f", self.offered())

    def test_conditions_behind_a_point(self):
        self.begin("add", 3)
        self.type(".")
        self.assertLessEqual({"sat", "nz", "le"}, set(self.offered()))

    def test_labels(self):
        self.begin("Again: nop\njmpi (1)  {NoMask}\n", 20)
        self.press(" ", CONTROL)
        self.assertEqual(self.offered(), ["Again"])

    def test_instructions_of_visa(self):
        self.show("visa")
        self.put_cursor_at("mov (M1, 8) S(0,0)<1> A")
        self.type("ad")
        self.assertIn("add", self.offered())

    def test_comments_offer_nothing(self):
        self.begin("// ", 3)
        self.type("ma")
        self.assertEqual(self.offered(), [])

    def test_a_click_takes(self):
        self.begin("", 0)
        self.type("ma")
        third = self.offered()[2]
        self.value("document.querySelectorAll('#completions li')[2].dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}))")
        self.assertEqual(self.program(), third)

    def test_the_list_is_within_the_window(self):
        self.show("regions", width=360)
        self.begin("mov (8) r100.0<1>:ud r100.0<8;8,1>", 34)
        self.type(":")
        self.assertTrue(self.offered())
        box = self.box("completions")
        self.assertGreaterEqual(box["left"], 0)
        self.assertLessEqual(box["right"], 360)


class Text(PageTest):
    def test_f12_goes_to_the_label(self):
        self.show("flow")
        self.put_cursor(self.program().index("while (8) Do") + len("while (8) D"))
        self.press("F12")
        self.assertEqual(self.value("document.getElementById('text').selectionStart"), self.program().index("Do:"))

    def test_format(self):
        self.write("add   (8) r10<1>:d    r2<8;8,1>:d 1:d   // so\n")
        self.put_cursor(0)
        self.press("F", ALT | SHIFT)
        self.assertEqual(self.program(), "add (8) r10<1>:d r2<8;8,1>:d 1:d  // so\n")

    def test_formatting_what_is_formatted_changes_nothing(self):
        self.write("nop\n")
        self.press("F", ALT | SHIFT)
        self.assertEqual(self.program(), "nop\n")
