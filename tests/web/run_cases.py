"""Running, stepping forwards and backwards, and the shown state of the GPU."""
from page import LESSONS, PageTest, Site

# Some 300,000 instructions of two threads; one writes memory, waits at a barrier, and reads a register that nobody has written.
LONG = """// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// threads 2 ; slm size 64
// set r30:ud = 0 4 8 12 16 20 24 28
mov (8) r3<1>:d 0:d
L: add (8) r3<1>:d r3<8;8,1>:d 1:d
add (8) r31<1>:d r3<8;8,1>:d r60<8;8,1>:d
send (8) null r30 data1.untyped_write(bti=0, channels=x, simd=8)
cmp.l.f0.0 (8) null<1>:d r3<8;8,1>:d 30000:d
(f0.0) while (8) L
mov (8) r5<1>:ud r0<8;8,1>:ud {NoMask}
send (8) null r5 gateway.barrier() {NoMask}
wait (1) n0
send (8) null r127 spawner.dereference(keep) {EOT}
"""
MACHINE = "(await import('./machine.js')).Machine.load((await fetch('eugene.wasm')).arrayBuffer())"


class Steps(PageTest):
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
        self.assertTrue(self.value("document.getElementById('back').disabled"))

    def test_back_from_far_takes_a_small_part_of_the_way(self):
        self.write(LONG)
        there, back = self.value("""(() => {
          const timed = (id) => { const at = performance.now(); document.getElementById(id).click(); return performance.now() - at; };
          const there = timed('run');
          return [there, Math.min(...Array.from({length: 5}, () => timed('back')))];
        })()""")
        print(f"300,000 instructions take {there:.0f} ms, a step back from there {back:.0f} ms")
        self.assertLess(back, there / 4)

    def test_back_from_far_shows_what_a_run_from_the_beginning_does(self):
        differing = self.value(f"""(async () => {{
          const text = {LONG!r}, went = await {MACHINE}, all = [];
          const end = went.run(text).step;
          for (const step of [end - 1, end - 2, 150000, 20000, 8192, 5]) {{
            const fresh = await {MACHINE};
            if (JSON.stringify(went.run(text, step)) !== JSON.stringify(fresh.run(text, step))) all.push(step);
          }}
          return all;
        }})()""")
        self.assertEqual(differing, [])

    def test_states_of_one_text_are_not_those_of_another(self):
        self.assertEqual(self.value(f"""(async () => {{
          const machine = await {MACHINE}, text = {LONG!r}, other = text.replace('30000:d', '20000:d');
          machine.run(text);
          return machine.run(other).step;
        }})()"""), self.value(f"(async () => (await {MACHINE}).run({LONG!r}.replace('30000:d', '20000:d')).step)()"))

    def test_reset(self):
        self.click("run")
        self.click("reset")
        self.assertEqual(self.text("position"), "Before instruction 1.")

    def test_an_endless_loop_ends(self):
        self.write("L: jmpi (1) L {NoMask}\n")
        self.click("run")
        self.assertIn("did not end", self.text("output"))

    def test_a_fault_says_why(self):
        self.write("// surface 0 = 0x5000 size 64 raw\n// set r2:ud = 0 ...\nsend (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)\n")
        self.click("run")
        self.assertIn("fault at line 3", self.text("output"))

    def test_an_expectation_that_fails(self):
        self.write("// expect r10:d = 7\nmov (8) r10<1>:d 3:d\n")
        self.click("run")
        self.assertIn("expected 7", self.text("output"))

    def test_prints(self):
        self.write("// print r10:d\nmov (8) r10<1>:d 42:d\n")
        self.click("run")
        self.assertIn("42", self.text("output"))

    def test_a_step_of_a_wrong_program_says_so(self):
        self.write("add (8) r11<1>:d r2\n")
        self.click("step")
        self.assertIn("cannot run", self.text("position"))


class State(PageTest):
    def test_changed_registers_are_marked(self):
        self.click("step")
        self.assertEqual(self.value("document.querySelectorAll('.row[data-row=\"10\"] .changed').length"), 7)

    def test_regions_are_coloured(self):
        self.assertEqual(self.value("document.querySelectorAll('.row[data-row=\"2\"] .cell.src0').length"), 8)
        self.assertEqual(self.value("document.querySelectorAll('.row[data-row=\"10\"] .cell.dst').length"), 8)

    def test_cells_name_their_lanes(self):
        self.assertEqual(self.value("document.querySelectorAll('.row[data-row=\"2\"] .cell')[3].title"), "source 0: lane 3")

    def test_divergence_shows_in_the_masks(self):
        self.show("flow")
        for _ in range(3):
            self.click("step")
        running = self.value("[...document.querySelectorAll('#masks tr')].find((row) => row.textContent.startsWith('running'))"
                             ".querySelectorAll('td.on').length")
        self.assertEqual(running, 7)

    def test_threads_can_be_chosen(self):
        self.show("barrier")
        self.click("run")
        self.value("(() => { const thread = document.getElementById('thread'); thread.value = '1'; thread.dispatchEvent(new Event('change')); })()")
        self.assertEqual(self.cells(10), ["100"] * 8)

    def test_memory_is_shown(self):
        self.show("send")
        self.click("run")
        self.assertIn("0x10020", self.text("memory"))

    def test_a_picture_is_drawn(self):
        self.show("picture")
        self.click("run")
        pixel = self.value("[...document.getElementById('canvas').getContext('2d').getImageData(33, 32, 1, 1).data]")
        self.assertEqual(pixel, [1, 0x80, 0x84, 255])

    def test_variables_have_names(self):
        self.show("visa")
        self.click("run")
        self.assertIn("S:d", self.text("registers"))

    def test_types(self):
        self.show("types")
        self.value("(() => { const type = document.getElementById('type'); type.value = 'hex'; type.dispatchEvent(new Event('change')); })()")
        self.assertEqual(self.cells(2)[0], "3fe00000")

    def test_addresses_are_shown(self):
        self.show("indirect")
        self.click("run")
        self.assertIn("a0 = ", self.text("masks"))


class Lessons(PageTest):
    """Each lesson runs without findings, and does what its text says."""


def of_lesson(lesson):
    def test(self):
        self.show(lesson)
        self.click("run")
        self.assertIn("What the program expects holds.", self.text("output"))
        self.assertEqual(self.text("findings"), "None.")
    return test


for each in LESSONS:
    setattr(Lessons, f"test_{each.replace('-', '_')}", of_lesson(each))
