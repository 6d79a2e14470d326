#!/usr/bin/env python3
"""GStreamer's two plug-ins for VA-API find the GPU by udev's library, and scale pictures.

    gstreamer_test.py EUGENE
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EUGENE = sys.argv[1]
SIZE = 160 * 120 * 3 // 2
SMALL = "video/x-raw,format=NV12,width=160,height=120"


def pipeline(scaler, folder, before=()):
    out = Path(folder, "out.nv12")
    out.unlink(missing_ok=True)
    environment = {**os.environ, "LIBVA_DRIVER_NAME": "i965", "GST_REGISTRY": str(Path(folder, "registry")), "XDG_RUNTIME_DIR": folder}
    command = (*before, "gst-launch-1.0", "-q", "videotestsrc", "pattern=smpte75", "num-buffers=2", "!",
               "video/x-raw,format=NV12,width=320,height=240", "!", *scaler.split(), "!", SMALL, "!", "filesink", f"location={out}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, env=environment, check=False)
    return done, out.read_bytes() if out.exists() else b""


class Elements(unittest.TestCase):
    def test_scaling(self):
        with tempfile.TemporaryDirectory() as folder:
            _, wanted = pipeline("videoscale", folder)
        self.assertEqual(len(wanted), 2 * SIZE)
        for gpu in "bxt", "kbl", "snb":
            with tempfile.TemporaryDirectory() as folder:  # with a list of elements of its own
                for scaler in "vapostproc", "vaapipostproc width=160 height=120":
                    with self.subTest(scaler, gpu=gpu):
                        done, have = pipeline(scaler, folder, (EUGENE, "run", "--require-gpu", "--gpu", gpu, "--"))
                        self.assertEqual((done.returncode, len(have)), (0, 2 * SIZE), done.stderr)
                        differences = [abs(a - b) for a, b in zip(have, wanted)]
                        self.assertLess(sum(differences) / len(differences), 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
