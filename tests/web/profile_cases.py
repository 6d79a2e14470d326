"""The page's profile, compared with the one that the command prints for the same programs."""
import subprocess
import tempfile
from pathlib import Path

from page import ALT, LESSONS, PageTest, Site


class Profile(PageTest):
    def rows(self):
        return self.value("[...document.querySelectorAll('#costs tbody tr, #costs tr')].slice(1)"
                          ".map((row) => [...row.children].map((each) => each.textContent))")

    def test_counts_and_report_are_those_of_the_command(self):
        if Site.eugene is None:
            self.skipTest("there is no eugene command to compare with")
        for lesson in LESSONS:
            with self.subTest(lesson):
                self.show(lesson)
                self.click("profile")
                report = self.text("cost-lines").split("All of the report", 1)[1]
                with tempfile.TemporaryDirectory() as folder:
                    path = Path(folder) / "program"
                    path.write_text(self.program())
                    printed = subprocess.run([Site.eugene, "exec", "--profile-full", path.name], cwd=folder, capture_output=True, text=True,
                                             check=True)
                self.assertIn(report.strip(), printed.stdout + printed.stderr)
                self.assertTrue(report.strip())

    def test_the_margin_has_the_time(self):
        self.show("cost")
        self.click("profile")
        self.assertEqual(self.value("[...document.querySelectorAll('#gutter div')].filter((each) => each.textContent.includes('%')).length"), 20)

    def test_who_needs_a_result_at_once_waits(self):
        self.show("cost")
        self.click("profile")
        rows = self.rows()
        self.assertEqual([row[4] for row in rows[:8]], ["0"] + ["8"] * 7)
        self.assertEqual([row[4] for row in rows[8:12]], ["0"] * 4)

    def test_a_gather_reaches_as_many_lines_as_it_has_places(self):
        self.show("cost")
        self.click("profile")
        self.assertEqual([row[5] for row in self.rows() if row[5]], ["1", "8"])

    def test_executions_of_a_loop(self):
        self.show("picture")
        self.click("profile")
        self.assertEqual({row[2] for row in self.rows()}, {"1", "256"})

    def test_lines_of_visa(self):
        self.show("visa")
        self.click("profile")
        self.assertEqual([row[2] for row in self.rows()], ["1"] * 4)
        self.assertIn("cmp.lt", self.rows()[2][6])

    def test_shares_add_up(self):
        self.show("cost")
        self.click("profile")
        self.assertAlmostEqual(sum(float(row[1].split()[0]) for row in self.rows()), 100, delta=1)

    def test_a_line_of_the_table_leads_there(self):
        self.show("cost")
        self.click("profile")
        self.value("document.querySelectorAll('#costs td button')[3].click()")
        self.assertEqual(self.value("document.activeElement.id"), "text")

    def test_a_change_forgets_it(self):
        self.click("profile")
        self.assertFalse(self.hidden("costs"))
        self.write("nop\n")
        self.assertTrue(self.hidden("costs"))
        self.assertNotIn("%", self.text("gutter"))

    def test_another_lesson_forgets_it(self):
        self.click("profile")
        self.value("(() => { const lesson = document.getElementById('lesson'); lesson.value = 'flow'; lesson.dispatchEvent(new Event('change')); })()")
        self.browser.until("document.getElementById('text').value.includes('Do:')")
        self.assertTrue(self.hidden("costs"))

    def test_a_wrong_program_has_none(self):
        self.write("add (8) r11<1>:d r2\n")
        self.click("profile")
        self.assertTrue(self.hidden("costs"))
        self.assertIn("cannot run", self.text("position"))

    def test_an_endless_program_has_one_too(self):
        self.write("L: jmpi (1) L {NoMask}\n")
        self.click("profile")
        self.assertEqual(len(self.rows()), 1)

    def test_by_key(self):
        self.press("p", ALT)
        self.assertFalse(self.hidden("costs"))
