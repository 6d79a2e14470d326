#!/usr/bin/env python3
"""Other programs can read a trace: DuckDB reads the file; pandas reads what `eugene trace --csv` prints, and also the
file if a package for Parquet is installed (Debian 12 has none). EUGENE_NPM names a directory with npm's
`@duckdb/node-api` and `@duckdb/node-bindings-linux-x64`. Readers that are not installed are skipped.

    trace_readers_test.py EUGENE
"""
import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import run  # noqa: E402

EUGENE = str(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "eugene"
PACKAGES = Path(os.environ.get("EUGENE_NPM", "none")) / "node_modules"
PYTHON = "/usr/bin/python3"  # that pandas is installed for, as a package of Debian
SOURCE = """
kernel void gather(global uint* out, global const uint* in, local uint* part) {
  uint l = get_local_id(0), x = get_global_id(0);
  part[l] = in[(x * x * 577 + 13) % 4096];
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[part[l ^ 5] % 64], part[l]);
  out[4095 - x] = part[63 - l];
}
"""
# The columns in the order of --csv.
QUERY = """select launch, "group", thread, executed, phase, ip, kind, path, mask, lanes, bytes, address, stride, surface, buffer, address - base, kernel, source, line, addresses from 't.parquet'"""
DUCKDB = """
const { DuckDBInstance } = require('@duckdb/node-api');
DuckDBInstance.create().then((all) => all.connect()).then((one) => one.runAndReadAll(process.argv[1]))
  .then((read) => console.log(JSON.stringify(read.getRowsJson())));
"""
PANDAS = """
import json, pandas, sys
table = pandas.read_csv("t.csv")
memory = table[table.kind != "instruction"]
reads = memory[memory.kind == "read"].groupby(["kernel", "line", "buffer"]).offset.max()
print(json.dumps({"reads": [[*place, int(most)] for place, most in reads.items()], "rows": len(table), "kinds": table.kind.value_counts().to_dict(), "bytes": int((memory.lanes * memory.bytes).sum()),
                  "types": [str(table.dtypes[name]) for name in ("ip", "address", "stride")], "least": int(table.stride.min())}))
"""
PANDAS_PARQUET = """
import pandas
table = pandas.read_parquet("t.parquet").drop(columns="addresses")
table["base"] = table.address - table.base
table.rename(columns={"base": "offset"}).to_csv("again.csv", index=False)
"""


def has_module(name):
    return subprocess.run([PYTHON, "-c", f"import {name}"], capture_output=True).returncode == 0


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = Path(tempfile.mkdtemp(prefix="readers-"))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        (cls.directory / "k.cl").write_text(SOURCE)
        done = run(EUGENE, "launch", "k.cl", "--kernel", "gather", "--global", "4096", "--local", "64", "--arg", "out=zeros:4096u4",
                   "--arg", "in=zeros:4096u4", "--arg", "part=local:256", "--trace", "memory,instructions", "-o", "t.parquet", cwd=cls.directory)[0]
        assert done.returncode == 0, done.stderr
        cls.text = run(EUGENE, "trace", "t.parquet", "--csv", cwd=cls.directory)[0].stdout
        cls.rows = list(csv.DictReader(io.StringIO(cls.text)))

    @unittest.skipUnless(shutil.which("node") and (PACKAGES / "@duckdb/node-api").is_dir(), "no node, or no @duckdb/node-api in EUGENE_NPM")
    def test_duckdb_reads_all_rows(self):
        done = run("node", "-e", DUCKDB, QUERY, cwd=self.directory, env={**os.environ, "NODE_PATH": str(PACKAGES)})[0]
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)
        self.assertEqual(len(rows), len(self.rows))
        for mine, (*numbers, addresses) in zip(self.rows, rows):
            self.assertEqual([str(each) for each in numbers], list(mine.values())[:-1])
            self.assertEqual(" ".join(addresses or []), mine["addresses"])

    @unittest.skipUnless(has_module("pandas"), "no pandas")
    def test_pandas_reads_all_rows(self):
        (self.directory / "t.csv").write_text(self.text)
        done = run(PYTHON, "-c", PANDAS, cwd=self.directory)[0]
        self.assertEqual(done.returncode, 0, done.stderr)
        read = json.loads(done.stdout)
        summary = json.loads(run(EUGENE, "trace", "t.parquet", "--json", cwd=self.directory)[0].stdout)
        self.assertEqual((read["rows"], read["bytes"]), (summary["rows"], summary["bytes"]))
        self.assertEqual(read["kinds"], {name: count for name, count in summary["kinds"].items() if count})
        self.assertEqual((read["types"], read["least"]), (["int64"] * 3, -4))
        # The last offset that each line reads follows from the source.
        for kernel, line, buffer, most in read["reads"]:
            self.assertIn((kernel, line, buffer), {("gather", 4, "in"), ("gather", 6, "local memory"), ("gather", 7, "local memory")})
            self.assertLess(most, 4 * (4096 if buffer == "in" else 64))

    @unittest.skipUnless(has_module("pandas") and (has_module("pyarrow") or has_module("fastparquet")), "nothing by which pandas reads Parquet")
    def test_pandas_reads_the_file(self):
        done = run(PYTHON, "-c", PANDAS_PARQUET, cwd=self.directory)[0]
        self.assertEqual(done.returncode, 0, done.stderr)
        again = list(csv.DictReader(io.StringIO((self.directory / "again.csv").read_text())))
        self.assertEqual(again, [{name: value for name, value in row.items() if name != "addresses"} for row in self.rows])


if __name__ == "__main__":
    sys.argv[1:2] = []
    unittest.main()
