"""y = a x + y on a GPU, and a check of the result. `eugene run --require-gpu -- python3 saxpy.py` ends with 0 if it is right."""
import sys
from pathlib import Path

import numpy as np
import pyopencl as cl

# The name of the source file, which findings print with the line.
FILE = Path(__file__).resolve().with_name("saxpy.cl")
SOURCE = f'#line 1 "{FILE}"\n{FILE.read_text()}'


def main():
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    x = np.arange(4096, dtype=np.float32)
    y = np.ones(4096, dtype=np.float32)
    flags = cl.mem_flags
    on_gpu_x = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=x)
    on_gpu_y = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=y)
    cl.Program(context, SOURCE).build().saxpy(queue, x.shape, None, np.float32(2), on_gpu_x, on_gpu_y)
    result = np.empty_like(y)
    cl.enqueue_copy(queue, result, on_gpu_y)
    wrong = int(np.count_nonzero(result != 2 * x + y))
    print(f"{wrong} of {len(y)} are wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
