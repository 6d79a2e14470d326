// ocloc compile -file relocated.cl -device skl -options -cl-opt-disable; zebin32.bin: -device bxt -32 --format zebin
constant int table[64] = {1, 2, 3};
__attribute__((noinline)) int look(int i) { return table[i & 63]; }
kernel void relocated(global int* d) { int i = get_global_id(0); d[i] = look(i + d[i]); }
