// The source of lines.bin: ocloc compile -file lines.cl -device bxt -options -g
float scaled(float x) {
  return x * 3.0f + sqrt(x);
}

kernel void power(global float* values, global const int* counts) {
  size_t i = get_global_id(0);
  float value = scaled(values[i]);
  for (int n = 0; n < counts[i]; n++)
    value = value * value + 1.0f;
  values[i] = value;
}

kernel void shift(global int* values, int by) {
  values[get_global_id(0) + by] = values[get_global_id(0)];
}
