#!/usr/bin/env python3
"""The GPU's files in /dev and /sys: what is there, what it says, and that every call of the C library has the same.

    tree_test.py EUGENE TREE_WALK
"""
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from running import python, run  # noqa: E402

EUGENE, WALK = sys.argv[1:3]
GPUS = {"skl": "1912", "kbl": "5912", "bxt": "5A84", "snb": "0102"}
ROOTS = ("/dev", "/sys/class", "/sys/bus/pci", "/sys/dev", "/sys/module", "/sys/devices/pci0000:00")

# Compares the GPU's files with those of Linux' i915. GPU is the device's PCI number.
FACTS = r"""
import ctypes, os, stat, sys
gpu = sys.argv[1]
library = ctypes.CDLL(None, use_errno=True)
def file_system(name, call="statfs"):
    room = (ctypes.c_long * 40)()
    if call == "fstatfs": name = os.open(name, os.O_RDONLY)
    else: name = name.encode()
    assert getattr(library, call)(name, room) == 0
    return room[0]
wrong = []
def check(what, is_right):
    if not is_right: wrong.append(what)
def read(name): return open(name).read()
pci = "/sys/devices/pci0000:00/0000:00:02.0"
card = "/sys/class/drm/card0"
for directory, names in {"/": ["dev", "sys"], "/dev": ["dri"], "/sys": ["bus", "class", "dev", "devices", "module"],
                         "/sys/class": ["drm"], "/sys/class/drm": ["card0", "renderD128", "version"], "/sys/bus": ["pci"],
                         "/sys/bus/pci/devices": ["0000:00:02.0"], "/sys/bus/pci/drivers": ["i915"],
                         "/sys/bus/pci/drivers/i915": ["0000:00:02.0", "bind", "module", "unbind"],
                         "/sys/dev/char": ["226:0", "226:128"], "/sys/module": ["i915"], pci + "/drm": ["card0", "renderD128"],
                         pci + "/subsystem/devices": ["0000:00:02.0"], pci + "/driver/module/drivers": ["pci:i915"]}.items():
    there = os.listdir(directory)
    for name in names:
        check(directory + " lists " + name, there.count(name) == 1)
        check(directory + "/" + name + " is there", os.path.lexists(directory + "/" + name))
check("no other nodes", sorted(os.listdir("/dev/dri")) == ["card0", "renderD128"])
check("no other devices", [each for each in os.listdir("/sys/dev/char") if each.startswith("226:")] in (["226:0", "226:128"], ["226:128", "226:0"]))
others = [each for each in os.listdir("/sys/bus/pci/drivers") if each != "i915"]
check("one driver", not any(os.path.lexists(f"/sys/bus/pci/drivers/{each}/0000:00:02.0") for each in others))
check("one driver listed", not any("0000:00:02.0" in os.listdir("/sys/bus/pci/drivers/" + each) for each in others))
for name in "/sys/class/drm", card, card + "/", card + "/device/vendor", pci + "/power", "/sys/class/drm/version", "/sys/module/i915":
    check("sysfs has " + name, file_system(name) == file_system(name, "fstatfs") == 0x62656572)
check("devtmpfs has /dev/dri", file_system("/dev/dri") == file_system("/dev/dri", "fstatfs") == 0x01021994)
lines = read(card + "/device/resource").splitlines()
check("13 resources", len(lines) == 13 and all(len(line.split()) == 3 and all(len(each) == 18 for each in line.split()) for line in lines))
config = open(pci + "/config", "rb").read()
check("config", len(config) == 256 and config[:4] == bytes([0x86, 0x80, int(gpu[2:], 16), int(gpu[:2], 16)]))
check("the window is that of the resources", int.from_bytes(config[0x10:0x14], "little") & ~15 == int(lines[0].split()[0], 16))
for name, text in {"vendor": "0x8086", "device": "0x" + gpu.lower(), "class": "0x030000", "boot_vga": "1", "numa_node": "-1",
                   "power/control": "on", "enable": "1", "subsystem_vendor": "0x8086",
                   "modalias": f"pci:v00008086d0000{gpu}sv00008086sd00002212bc03sc00i00"}.items():
    check(name, read(pci + "/" + name) == read(card + "/device/" + name) == text + "\n")
check("modalias in uevent", "MODALIAS=" + read(pci + "/modalias") in read(pci + "/uevent"))
check("version", read("/sys/class/drm/version") == "drm 1.1.0 20060810\n")
check("local_cpus", sum(int(each, 16).bit_count() for each in read(pci + "/local_cpus").split(",")) == os.sysconf("SC_NPROCESSORS_CONF"))
for name in "vendor", "power/control", "resource":
    status = os.stat(pci + "/" + name)
    check(name + " is a file of sysfs", (status.st_uid, status.st_gid, status.st_size) == (0, 0, 4096))
check("config has its size", os.stat(pci + "/config").st_size == 256)
check("permissions", [stat.S_IMODE(os.stat(pci + "/" + name).st_mode) for name in ("vendor", "power/control", "")] == [0o444, 0o644, 0o755])
for name, to in {card + "/device/subsystem": "/sys/bus/pci", card + "/device/driver": "/sys/bus/pci/drivers/i915", card + "/subsystem": "/sys/class/drm",
                 "/sys/dev/char/226:128": pci + "/drm/renderD128", "/sys/bus/pci/devices/0000:00:02.0/drm/card0/device/driver/module": "/sys/module/i915",
                 "/sys/bus/pci/drivers/i915/0000:00:02.0/drm/../..": "/sys/devices/pci0000:00",
                 card + "/device/subsystem/devices/0000:00:02.0/driver/0000:00:02.0": pci}.items():
    check(f"{name} leads to {to}", os.path.realpath(name) == to and os.path.samefile(name, to))
os.chdir(card + "/device/subsystem")
check("cwd", os.getcwd() == "/sys/bus/pci" and "0000:00:02.0" in os.listdir("devices") and os.path.exists("devices/0000:00:02.0/vendor"))
held = os.open("/dev/dri/card0", os.O_PATH)
check("a name that is held", os.stat(f"/proc/self/fd/{held}").st_rdev == os.fstat(held).st_rdev == os.makedev(226, 0))
print(f"{len(wrong)} wrong", *wrong, sep="\n")
"""

# Finds the GPU by libudev, as GStreamer, Wayland compositors and browsers do.
UDEV = r"""
import ctypes, sys
try: library = ctypes.CDLL("libudev.so.1")
except OSError: sys.exit("no libudev")
text = ctypes.c_char_p
for name, result in {"udev_new": ctypes.c_void_p, "udev_enumerate_new": ctypes.c_void_p, "udev_enumerate_get_list_entry": ctypes.c_void_p,
                     "udev_list_entry_get_next": ctypes.c_void_p, "udev_list_entry_get_name": text, "udev_device_new_from_syspath": ctypes.c_void_p,
                     "udev_device_get_devnode": text, "udev_device_get_parent": ctypes.c_void_p, "udev_device_get_subsystem": text, "udev_device_get_driver": text,
                     "udev_device_get_sysattr_value": text, "udev_device_new_from_subsystem_sysname": ctypes.c_void_p}.items():
    getattr(library, name).restype = result
p = ctypes.c_void_p
udev = p(library.udev_new())
every = p(library.udev_enumerate_new(udev))
library.udev_enumerate_add_match_subsystem(every, b"drm")
assert library.udev_enumerate_scan_devices(every) == 0
entry = library.udev_enumerate_get_list_entry(every)
while entry:
    device = p(library.udev_device_new_from_syspath(udev, library.udev_list_entry_get_name(p(entry))))
    above = p(library.udev_device_get_parent(device))
    print(library.udev_device_get_devnode(device).decode(), library.udev_device_get_subsystem(above).decode(), library.udev_device_get_driver(above).decode(),
          library.udev_device_get_sysattr_value(above, b"vendor").decode())
    entry = library.udev_list_entry_get_next(p(entry))
assert library.udev_device_new_from_subsystem_sysname(udev, b"pci", b"0000:00:02.0")
"""

# Programs that another program starts in one of the GPU's directories; shells and tools see the files too.
CHILDREN = r"""
cd /sys/class/drm/card0 && [ "$(cat device/vendor)" = 0x8086 ] && sh -c 'cd device && [ "$(cat power/control)" = on ]' || echo "cat"
[ "$(ls -d /sys/class/dr*)" = /sys/class/drm ] && ls /dev | grep -qx dri && ls /sys/bus/pci/drivers | grep -qx i915 || echo "ls"
find /sys/class /sys/bus/pci/drivers -maxdepth 1 | grep -c -e '^/sys/class/drm$' -e '/i915$' | grep -qx 2 || echo "find"
find /sys/devices/pci0000:00 -name vendor -path '*02.0/vendor' | xargs cat | grep -qx 0x8086 || echo "find below"
[ "$(stat -f -c %T /sys/class/drm/card0/device/vendor)" = sysfs ] || echo "stat -f"
for each in /sys/bus/pci/devices/*; do [ -e $each/class ] && cat $each/class; done | grep -qx 0x030000 || echo "devices"
"""

# Containers and other kinds of machines lack these directories.
HOSTS = {"sysfs": ("--tmpfs", "/sys"), "PCI": ("--tmpfs", "/sys/bus", "--tmpfs", "/sys/devices"), "classes": ("--tmpfs", "/sys/class", "--tmpfs", "/sys/module"),
         "devices by number": ("--tmpfs", "/sys/dev",), "/dev": ("--dev", "/dev")}


class Tree(unittest.TestCase):
    def through_the_door(self, gpu, *command, before=()):
        done, _ = run(*before, EUGENE, "run", "--gpu", gpu, "--", *command)
        self.assertEqual((done.stderr, done.returncode), ("", 0), done.stdout)
        return done.stdout

    def test_facts(self):
        for gpu, number in GPUS.items():
            with self.subTest(gpu):
                self.assertEqual(self.through_the_door(gpu, *python(FACTS), number), "0 wrong\n")

    def test_walks(self):
        self.assertRegex(self.through_the_door("bxt", WALK, *ROOTS), r"^\d+ entries, 0 wrong\n$")

    def test_udev(self):
        for gpu in GPUS:
            with self.subTest(gpu):
                done, _ = run(EUGENE, "run", "--gpu", gpu, "--", *python(UDEV))
                if done.stderr == "no libudev\n": self.skipTest("no libudev")
                self.assertEqual((done.stderr, done.stdout), ("", "/dev/dri/card0 pci i915 0x8086\n/dev/dri/renderD128 pci i915 0x8086\n"))

    def test_children(self):
        for shell in "bash", "dash":
            with self.subTest(shell):
                self.assertEqual(self.through_the_door("skl", shell, "-c", CHILDREN), "")

    def test_other_hosts(self):
        bubblewrap = shutil.which("bwrap")
        if not bubblewrap: self.skipTest("bubblewrap is not installed")
        for name, without in HOSTS.items():
            before = (bubblewrap, "--dev-bind", "/", "/", *without, "--")
            with self.subTest(name):
                if subprocess.run((*before, "true"), capture_output=True, check=False).returncode: self.skipTest("no namespaces here")
                # In that /dev, the nodes are files on which other nodes are mounted.
                if name != "/dev":
                    self.assertRegex(self.through_the_door("kbl", WALK, *ROOTS, before=before), r"^\d+ entries, 0 wrong\n$")
                if name == "sysfs": self.assertRegex(self.through_the_door("kbl", WALK, "/sys", before=before), r"^\d+ entries, 0 wrong\n$")
                self.assertEqual(self.through_the_door("kbl", *python(FACTS), GPUS["kbl"], before=before), "0 wrong\n")

    def test_without_a_door(self):
        """Other devices are listed as without Eugene."""
        script = ("import os\nfor root in '/sys/block', '/sys/class', '/sys/bus/pci/devices', '/dev':\n"
                  " print(sorted(set(os.listdir(root)) - {'drm', 'dri', '0000:00:02.0'}))\n"
                  "print(sorted(os.path.realpath('/sys/block/' + each) for each in os.listdir('/sys/block')))\n"
                  "print([open(f'/sys/block/{each}/dev').read() for each in sorted(os.listdir('/sys/block'))])\n"
                  "print([open(os.path.realpath('/sys/block/' + each) + '/dev').read() for each in sorted(os.listdir('/sys/block'))])")
        plain = subprocess.run(python(script), capture_output=True, text=True, check=True)
        self.assertEqual(self.through_the_door("bxt", *python(script)), plain.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
