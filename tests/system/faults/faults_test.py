#!/usr/bin/env python3
"""What goes wrong is said well, soon, and without taking the server along.

    faults_test.py EUGENE CL_FAULT
"""
import os
import re
import socket
import struct
import subprocess
import sys
import time
import unittest

EUGENE, CL_FAULT = sys.argv[1:3]


def run(*command, **options):
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, **options)
    return done, time.monotonic() - start


class Faults(unittest.TestCase):
    def check_report(self, text, *patterns):
        for pattern in ("GPU fault: ", r"kernel +\S", r"instruction +0x[0-9a-f]+: \S", r"thread +\d+ of group \(\d+, 0, 0\)") + patterns:
            self.assertRegex(text, pattern)

    def check_status(self, done):
        """The program is told and fails; where it does not notice, --strict makes it 3."""
        self.assertIn("OpenCL error", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_nothing_wrong(self):
        done, _ = run(EUGENE, "run", "--strict", "--", CL_FAULT, "fine")
        self.assertEqual((done.stdout, done.stderr, done.returncode), ("finished\n", "", 0))

    def test_unmapped_read(self):
        done, _ = run(EUGENE, "run", "--strict", "--", CL_FAULT, "read")
        self.check_report(done.stderr, "read of unmapped address", "at address 0x[0-9a-f]*7f0000", r"lane \d+")
        self.check_status(done)

    def test_unmapped_write(self):
        done, _ = run(EUGENE, "run", "--strict", "--", CL_FAULT, "write")
        self.check_report(done.stderr, "write (of|to) unmapped address", "at address 0x[0-9a-f]*7f0000", r"lane \d+")
        self.check_status(done)

    def test_without_strict_the_status_is_the_programs(self):
        done, _ = run(EUGENE, "run", "--", CL_FAULT, "read")
        self.check_report(done.stderr)
        self.assertEqual(done.returncode, 0 if done.stdout == "finished\n" else 1)

    def test_endless_loop(self):
        done, seconds = run(EUGENE, "run", "--strict", "--timeout", "1", "--", CL_FAULT, "endless")
        self.check_report(done.stderr, "time allowed", "--timeout")
        self.check_status(done)
        self.assertLess(seconds, 60)

    def test_status_of_the_program(self):
        self.assertEqual(run(EUGENE, "run", "--", "sh", "-c", "exit 42")[0].returncode, 42)
        self.assertEqual(run(EUGENE, "run", "--", "sh", "-c", "kill -TERM $$")[0].returncode, 128 + 15)
        self.assertEqual(run(EUGENE, "run", "--", "/no/such/program")[0].returncode, 127)

    def test_wrong_usage(self):
        self.assertEqual(run(EUGENE, "run")[0].returncode, 2)
        self.assertEqual(run(EUGENE, "run", "--gpu", "pentium", "--", "true")[0].returncode, 2)


class Server(unittest.TestCase):
    """One server for all: clients that talk nonsense must not spoil it for the next."""

    def setUp(self):
        self.server = subprocess.Popen([EUGENE, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.port = int(re.search(r"port (\d+)", self.server.stdout.readline()).group(1))

    def tearDown(self):
        self.server.terminate()
        self.server.communicate(timeout=20)
        self.assertEqual(self.server.returncode, 0)

    def send(self, data):
        """What the server answers until it closes, or for a moment."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as client:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            answer = b""
            while block := client.recv(65536):
                answer += block
            return answer

    def run_program(self):
        environment = {**os.environ, "NEOReadDebugKeys": "1", "SetCommandStreamReceiver": "2", "ProductFamilyOverride": "bxt",
                       "OverrideRevision": "11", "TbxPort": str(self.port), "OCL_ICD_VENDORS": "/etc/OpenCL/vendors/intel.icd"}
        done, _ = run(CL_FAULT, "fine", env=environment)
        self.assertEqual((done.stdout, done.returncode), ("finished\n", 0))

    def test_garbage_does_not_end_the_server(self):
        header = struct.Struct("<III")
        for garbage in (b"", b"\x00", b"GET / HTTP/1.0\r\n\r\n", bytes(range(256)) * 40, b"\xff" * 5000,
                        header.pack(4, 1, 0xFFFFFFFF), header.pack(5, 1, 20) + b"\xff" * 20,
                        header.pack(0, 1, 12) + struct.pack("<III", 1, 0x2230, 0xDEADBEEF) * 1,
                        header.pack(4, 1, 24) + struct.pack("<IIIII", 0, 0xFF000000, 0xFFFFFFF0, 0xFFFFFFFF, 0) + b"abcd"):
            try:
                self.send(garbage)
            except ConnectionError:
                pass  # the server may hang up on nonsense at once
            self.assertIsNone(self.server.poll())
        self.run_program()

    def test_client_that_vanishes(self):
        for _ in range(20):
            socket.create_connection(("127.0.0.1", self.port)).close()
        idle = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(10)]
        self.run_program()
        for client in idle:
            client.close()
        self.run_program()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
