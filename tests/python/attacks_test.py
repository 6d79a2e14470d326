#!/usr/bin/env python3
"""Wrong uses of the package eugene: dtypes that a kernel's argument does not take, objects whose constructor has not
run, arrays that change while a kernel runs. Each is an exception, and the interpreter goes on.

    attacks_test.py DIRECTORY_WITH_THE_BINARIES
"""
import copy
import os
import pickle
import sys
import unittest
from pathlib import Path

import numpy as np

import eugene
from eugene import _native

DATA = Path(sys.argv.pop(1))

# Every dtype of NumPy: its types of numbers and texts, dates, records, raw bytes, sub-arrays and objects.
DTYPES = [np.dtype(each) for each in
          [*np.typecodes["AllInteger"], *np.typecodes["AllFloat"], "?", "S1", "S4", "U1", "U4", "V4", "V16", "M8[s]", "m8[us]", "M8", "O",
           [("a", "i4")], [("a", "O")], [("a", [("b", "i4"), ("c", "O")])], [("a", "O", (2,))], [("x", "f4"), ("y", "f4")],
           [("a", ">i4")], ">i4", ">f8", ">U2", ">M8[s]"]]
# OpenCL's types, and their sizes in bytes. The functions below say which of the dtypes above each takes.
SIZES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "long": 8, "ulong": 8, "half": 2, "float": 4, "double": 8}


def is_plain(dtype):
    return not dtype.hasobject


def pointer_takes(base, lanes, dtype):
    """Whether `base*` takes an array of that dtype, by docs/user/python.md."""
    if dtype.hasobject or not dtype.isnative:
        return False
    if base is None or SIZES[base] == 1:  # a structure, or bytes
        return True
    if base in ("half", "float", "double"):
        return (dtype.kind == "f" and dtype.itemsize == SIZES[base]) or (lanes == 2 and dtype.kind == "c" and dtype.itemsize == 2 * SIZES[base])
    return dtype.kind in "iu" and dtype.itemsize == SIZES[base]


def value_takes(base, dtype):
    if base is None:
        return not dtype.hasobject and dtype.kind in "biufcV"
    return not dtype.hasobject and dtype.kind in ("biuf" if base in ("half", "float", "double") else "biu")


class Dtypes(unittest.TestCase):
    def setUp(self):
        self.gpu = eugene.Machine("bxt", threads=1)

    @staticmethod
    def type_of(text):
        base, lanes = text.rstrip("0123456789"), text[len(text.rstrip("0123456789")):]
        return (base, int(lanes or 1)) if base in SIZES else (None, 1)

    def test_what_pointers_take(self):
        """A kernel with a pointer to each type gets arrays of each dtype, in the machine's memory and in Python's."""
        program = self.gpu.load(DATA / "pointers.bin")
        (kernel,) = [program[each] for each in program.kernels]
        names = {each.type.rstrip("*").strip(): each.name for each in kernel.arguments}
        self.assertEqual({self.type_of(each)[0] for each in names}, {*SIZES, None})
        for name, argument in names.items():
            base, lanes = self.type_of(name)
            for dtype in DTYPES:
                with self.subTest(argument=name, dtype=dtype):
                    arrays = [np.zeros(16, dtype)]
                    if is_plain(dtype):
                        arrays.append(self.gpu.zeros(16, dtype))
                    for array in arrays:
                        values = dict.fromkeys(names.values()) | {argument: array}
                        if pointer_takes(base, lanes, dtype):
                            kernel(**values, global_size=1)
                        else:
                            with self.assertRaises(TypeError):
                                kernel(**values, global_size=1)

    def test_what_values_take(self):
        program = self.gpu.load(DATA / "values.bin")
        (kernel,) = [program[each] for each in program.kernels]
        out = self.gpu.zeros(1, "i4")
        kinds = {each.name: each for each in kernel.arguments if each.kind == "value"}
        self.assertTrue({"char", "ushort", "int", "ulong", "float", "double", "int4", "float2"} <= {each.type for each in kinds.values()})
        right = {each.name: 0 if self.type_of(each.type)[1] == 1 else (0,) * self.type_of(each.type)[1] for each in kinds.values()}
        right |= {each.name: bytes(each.bytes) for each in kinds.values() if self.type_of(each.type)[0] is None}
        kernel(out, **right, global_size=1)
        for name, argument in kinds.items():
            base, lanes = self.type_of(argument.type)
            for dtype in DTYPES:
                value = np.zeros(() if lanes == 1 else lanes, dtype)
                with self.subTest(argument=argument.type, dtype=dtype):
                    takes = value_takes(base, dtype) and (base is not None or dtype.itemsize == argument.bytes)
                    if takes:
                        kernel(out, **right | {name: value}, global_size=1)
                    else:
                        with self.assertRaises(TypeError):
                            kernel(out, **right | {name: value}, global_size=1)

    def test_shapes_of_values(self):
        program = self.gpu.load(DATA / "values.bin")
        (kernel,) = [program[each] for each in program.kernels]
        out = self.gpu.zeros(1, "i4")
        kinds = {each.name: each.type for each in kernel.arguments if each.kind == "value"}
        right = {name: 0 if self.type_of(text)[1] == 1 else (0,) * self.type_of(text)[1] for name, text in kinds.items()}
        right |= {each.name: bytes(each.bytes) for each in kernel.arguments if each.kind == "value" and self.type_of(each.type)[0] is None}
        by_type = {text: name for name, text in kinds.items()}
        for text, wrong in [("int4", [[1, 2, 3, 4]]), ("int4", [[1, 2], [3, 4]]), ("int4", 1), ("int4", None), ("int4", "1234"), ("int4", [1, 2, 3, None]),
                            ("int4", np.zeros((1, 4), "i4")), ("int", [1]), ("int", [[1]]), ("int", np.zeros(1, "i4")), ("int", None), ("int", "1"), ("int", 1.0),
                            ("int", 1j), ("float", "1"), ("float", [1.0]), ("float", 1j), ("float", None), ("float2", 1 + 2j), ("float", np.datetime64("2020"))]:
            with self.subTest(type=text, value=wrong), self.assertRaises(TypeError):
                kernel(out, **right | {by_type[text]: wrong}, global_size=1)
        for text, wrong in [("int", 1 << 31), ("uint", -1), ("char", 128), ("int4", (1, 2, 3, 1 << 31)), ("float", 1e300), ("float", -1e39)]:
            if text in by_type:
                with self.subTest(type=text, value=wrong), self.assertRaises(ValueError):
                    kernel(out, **right | {by_type[text]: wrong}, global_size=1)
        kernel(out, **right | {by_type["float"]: float("inf")}, global_size=1)

    def test_no_objects_in_a_machine(self):
        for dtype in DTYPES:
            with self.subTest(dtype=dtype):
                if is_plain(dtype):
                    self.assertEqual(self.gpu.zeros(3, dtype).shape, (3,))
                    self.assertEqual(self.gpu.array(np.zeros(3, dtype)).dtype, dtype)
                    continue
                for make in (lambda d=dtype: self.gpu.zeros(4, d), lambda d=dtype: self.gpu.array(np.zeros(4, d)), lambda d=dtype: self.gpu.array([1, 2], d)):
                    with self.assertRaises((TypeError, ValueError)):
                        make()
        for wrong in ([object()], [None], ["a", 1, None], {}, self.gpu):
            with self.subTest(object=wrong), self.assertRaises((TypeError, ValueError)):
                self.gpu.array(wrong)

    def test_a_kernel_makes_no_pointers_to_objects(self):
        """It would have made them of 1, 2, ..., which Python then follows."""
        program = self.gpu.load(DATA / "pointers.bin")
        (kernel,) = [program[each] for each in program.kernels]
        names = {each.type.rstrip("*").strip(): each.name for each in kernel.arguments}
        for dtype in ("O", [("a", "O")], [("a", "i4"), ("b", [("c", "O")])]):
            for name, argument in names.items():
                with self.subTest(dtype=dtype, argument=name), self.assertRaises(TypeError):
                    kernel(**dict.fromkeys(names.values()) | {argument: np.zeros(4, dtype)}, global_size=1)

    def test_text_programs(self):
        program = self.gpu.assemble("mov (8) r3<1>:f r2<8;8,1>:f\n")
        for dtype in DTYPES:
            values = np.zeros(min(8, 32 // dtype.itemsize), dtype)
            with self.subTest(dtype=dtype):
                if dtype.kind in "iuf" and dtype.itemsize <= 8:
                    values[1] = 3
                    read = program.program(set={"r2": values}).thread().registers[2].view(dtype.newbyteorder("="))
                    self.assertEqual(read[:len(values)].tolist(), values.tolist())
                else:
                    with self.assertRaises(TypeError):
                        program.program(set={"r2": values})
        for wrong in ({"set": 5}, {"set": {5: 1}}, {"surfaces": {"a": self.gpu.zeros(1)}}, {"surfaces": {0: np.zeros(1)}}, {"surfaces": {0: 5}}, {"threads": "two"},
                      {"threads": -1}, {"groups": None}, {"mask": 1 << 40}, {"mask": "all"}, {"check": 5}, {"trace": 5}, {"hook": 5}, {"registers": "r1"}):
            with self.subTest(**wrong), self.assertRaises((TypeError, ValueError)):
                program.program(**wrong)
        for wrong in (5, None, b"\xff\xfe"):
            with self.subTest(directive=wrong), self.assertRaises((TypeError, ValueError, eugene.Error)):
                program.program(wrong)


class Calls(unittest.TestCase):
    def test_types(self):
        gpu = eugene.Machine("bxt", threads=1)
        shift = gpu.load(DATA / "lines.bin").shift
        values = gpu.zeros(8, "i4")
        for call in (lambda: gpu.zeros(None), lambda: gpu.zeros("a"), lambda: gpu.zeros((1, "a")), lambda: gpu.zeros(1.5), lambda: gpu.zeros((None,)),
                     lambda: gpu.zeros({}.keys), lambda: eugene.Machine("bxt", check=5), lambda: eugene.Machine("bxt", check=["memory"]), lambda: eugene.Machine(5),
                     lambda: eugene.Machine(None), lambda: gpu.address(5), lambda: gpu.load(5), lambda: gpu.load_binary("text"), lambda: gpu.assemble(5),
                     lambda: gpu.assemble("nop", 5), lambda: eugene.local("a"), lambda: eugene.local(-1), lambda: eugene.local(1 << 32), lambda: eugene.local(None)):
            with self.assertRaises(TypeError):
                call()
        for wrong in ({"check": 5}, {"check": 1.5}, {"check": ["memory"]}, {"trace": 5}, {"trace": ["memory"]}, {"registers": "all"}, {"registers": -1},
                      {"registers": 1.5}, {"hook": 5}, {"profile": "yes"}, {"global_size": None}, {"global_size": "4"}, {"global_size": 1.5}, {"local_size": {}},
                      {"offset": "a"}, {"offset": (1, None)}):
            with self.subTest(**wrong), self.assertRaises((TypeError, ValueError)):
                shift(values, 4, **{"global_size": 4} | wrong)
        for name in ("check", "trace"):
            with self.assertRaises(TypeError):
                shift(values, 4, global_size=4, **{name: 5})

    def test_sizes(self):
        gpu = eugene.Machine("bxt", threads=1)
        for shape in ((1 << 33, 1 << 33), (1 << 62, 4), (1 << 31,) * 3, (1 << 40, 0, 1 << 40), 1 << 62, (-1, -1), (1 << 63), [1] * 70, [2] * 64):
            with self.subTest(shape=shape):
                try:
                    self.assertEqual(gpu.zeros(shape, "u1").size, 0)
                except (ValueError, TypeError, OverflowError, eugene.Error):
                    pass
        for dtype in ("S0", "U0", "V0", "S", "U", "V", [("a", "S0")], np.dtype([])):
            with self.subTest(dtype=dtype):
                try:
                    array = gpu.zeros(1 << 20, dtype)
                    self.assertEqual(array.nbytes, 0)
                except (ValueError, TypeError, eugene.Error):
                    pass
        array = gpu.zeros(4, "(3,)i4")
        self.assertEqual(array.shape, (4, 3))
        array[3, 2] = 7

    def test_arrays_that_change_while_a_kernel_runs(self):
        gpu = eugene.Machine("bxt", threads=1)
        shift = gpu.load(DATA / "lines.bin").shift
        for size in (0, 4, 1 << 22):
            values = np.zeros(4096, "i4")
            def hook(*_, values=values, size=size):
                values.resize((size,), refcheck=False)
            with self.assertRaisesRegex(ValueError, "resized"):
                shift(values, 4, global_size=4, trace="instructions", hook=hook)
        values = np.arange(8, dtype="i4")
        shift(values, 4, global_size=4)  # and the next launch is right
        self.assertEqual(values.tolist(), [0, 1, 2, 3, 0, 1, 2, 3])

    def test_registers_cannot_be_resized(self):
        gpu = eugene.Machine("bxt", threads=1)
        with gpu.load(DATA / "lines.bin").shift.start(gpu.zeros(8, "i4"), 4, global_size=4) as steps:
            thread = steps.thread()
            for name in ("registers", "flags", "address", "accumulators", "control", "state", "local"):
                for size in (1, 1 << 20):
                    with self.assertRaises(ValueError):
                        getattr(thread, name).resize((size,), refcheck=False)
            thread.ip = thread.ip
            self.assertTrue(steps.step())

    def test_a_fork(self):
        gpu = eugene.Machine("bxt", threads=4)
        shift = gpu.load(DATA / "lines.bin").shift
        values = gpu.array(np.arange(8), "i4")
        shift(values, 4, global_size=4)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            values[4:] = 0
            shift(values, 4, global_size=4)
            is_right = values.tolist() == [0, 1, 2, 3] * 2
            del shift, values, gpu
            os._exit(0 if is_right else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(values.tolist(), [0, 1, 2, 3] * 2)


class Unmade(unittest.TestCase):
    def test_a_subclass_that_uses_itself_too_early(self):
        """All that a machine can do, before it is made."""
        public = [each for each in dir(eugene.Machine) if not each.startswith("_")] + ["__repr__"]
        self.assertLess(8, len(public))
        calls = {"zeros": (4,), "array": ([1],), "load": (b"",), "load_binary": (b"",), "build": ("",), "assemble": ("nop",), "address": (np.zeros(1),), "interrupt": (),
                 "__repr__": ()}
        for name in public:
            class Early(eugene.Machine):
                def __init__(self, name=name):
                    attribute = getattr(self, name)
                    if callable(attribute):
                        attribute(*calls[name])
                    super().__init__("bxt")
            with self.subTest(name=name), self.assertRaises((TypeError, FileNotFoundError, eugene.Error)):
                Early()

        class Sets(eugene.Machine):
            def __init__(self):
                self.collector = print
                super().__init__("bxt")
        with self.assertRaises(TypeError):
            Sets()

        class Never(eugene.Machine):
            def __init__(self):  # pylint: disable=super-init-not-called
                pass
        with self.assertRaises(TypeError):
            Never()

        class Late(eugene.Machine):
            def __init__(self):
                super().__init__("bxt", threads=1)
                self.values = self.zeros(4)
        self.assertEqual(Late().values.shape, (4,))

    def test_objects_without_contents(self):
        classes = [each for each in vars(_native).values() if isinstance(each, type)]
        self.assertLess(10, len(classes))
        for each in classes:
            for unmade in (None, each.__new__(each), type("Sub", (each,), {}).__new__(type("Sub", (each,), {}))):
                for name, member in vars(each).items():
                    if name in ("__init__", "__new__", "__module__", "__doc__", "__weakref__", "from_asm", "from_visa") or isinstance(member, staticmethod):
                        continue
                    with self.subTest(cls=each.__name__, name=name, object=type(unmade)), self.assertRaises((TypeError, AttributeError)):
                        if isinstance(member, property):
                            member.fget(unmade)
                        else:
                            member(unmade)
                        raise AssertionError("nothing was refused")

    def test_unmade_objects_as_arguments(self):
        gpu = eugene.Machine("bxt", threads=1)
        kernel = gpu.load(DATA / "arguments.bin").every_kind
        with self.assertRaises(TypeError):
            kernel(gpu.zeros(64), np.array([1000], "i4"), eugene.Local.__new__(eugene.Local), bytes(8), (1, 2, 3, 4), 0.5, np.zeros(2, "u1"), global_size=64)
        with self.assertRaises(TypeError):
            eugene.Program.from_asm("nop", eugene.Machine.__new__(eugene.Machine))

    def test_copies(self):
        gpu = eugene.Machine("bxt", threads=1)
        program = gpu.load(DATA / "lines.bin")
        run = program.shift(gpu.zeros(8, "i4"), 4, global_size=4)
        for each in (gpu, program, program.shift, run, eugene.local(4)):
            for make in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.subTest(object=each, by=make.__name__):
                    try:
                        repr(make(each))
                    except (TypeError, AttributeError, pickle.PicklingError, KeyError):
                        pass

    def test_a_second_init(self):
        gpu = eugene.Machine("bxt", threads=1)
        values = gpu.zeros(4)
        gpu.__init__("skl")
        self.assertEqual(gpu.gpu, "bxt")
        del gpu
        values[:] = 1


if __name__ == "__main__":
    unittest.main()
