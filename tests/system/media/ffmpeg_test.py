#!/usr/bin/env python3
"""ffmpeg scales pictures of VA-API by i965, which clears the background by a command of Sandy Bridge's form.

    ffmpeg_test.py EUGENE FFMPEG
"""
import os
import subprocess
import sys
import unittest

EUGENE, FFMPEG = sys.argv[1:3]
SOURCE = ("-f", "lavfi", "-i", "testsrc=size=320x240", "-frames:v", "2")
RAW = ("-f", "rawvideo", "-")
FRAME = 160 * 120 * 3 // 2
SAID = ("eugene: bad commands: XY_COLOR_BLT has 6 dwords, as on another generation, but needs at least 7: the "
        "command is skipped\n")


def ffmpeg(*arguments, before=()):
    done = subprocess.run((*before, FFMPEG, "-hide_banner", "-loglevel", "error", *arguments), capture_output=True, timeout=100,
                          env={**os.environ, "LIBVA_DRIVER_NAME": "i965"})
    return done.stdout, done.stderr.decode(), done.returncode


class Scaling(unittest.TestCase):
    def test_yuyv_to_nv12(self):
        wanted, _, _ = ffmpeg(*SOURCE, "-vf", "format=yuyv422,scale=160:120,format=nv12", *RAW)
        self.assertEqual(len(wanted), 2 * FRAME)
        filters = "format=yuyv422,hwupload,scale_vaapi=w=160:h=120:format=nv12,hwdownload,format=nv12"
        for gpu, said in ("bxt", SAID), ("snb", ""):
            with self.subTest(gpu):
                have, stderr, status = ffmpeg("-vaapi_device", "/dev/dri/renderD128", *SOURCE, "-vf", filters, *RAW,
                                              before=(EUGENE, "run", "--gpu", gpu, "--"))
                self.assertEqual((stderr, status, len(have)), (said, 0, 2 * FRAME))
                # After a context is lost, pictures are all ones. Each scaler has other coefficients.
                for frame in range(2):
                    part = slice(frame * FRAME, (frame + 1) * FRAME)
                    differences = [abs(a - b) for a, b in zip(have[part], wanted[part])]
                    self.assertLess(sum(differences) / FRAME, 5)
                self.assertNotEqual(have[:FRAME], have[FRAME:])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
