// The source of zebin_lines.bin: ocloc compile -file zebin_lines.cl -device skl -options -g --format zebin
// -internal_options -ze-emit-zebin-visa-sections
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
