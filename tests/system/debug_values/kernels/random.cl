// Random numbers by a function that changes memory, in a function that calls it twice.
// run: item=5,0,0 n=60 seeds=i50
float uniform_number(global int* seeds, int index) {
  int modulus = 2147483647;
  int number = seeds[index] * 1103515245 + 12345;
  seeds[index] = number % modulus;
  float result = fabs(seeds[index] / ((float)modulus));
  return result;
}

float bell(global int* seeds, int index) {
  float u = uniform_number(seeds, index) + 0.001f;
  float v = uniform_number(seeds, index);
  float angle = cos(6.28318f * v);
  float length_ = -2.0f * log(u);
  return sqrt(length_) * angle;
}

kernel void random(global float* x, global float* y, global int* seeds, int n) {
  int i = get_global_id(0);
  float old = x[i];
  if (i < n) {
    x[i] = old + 1.0f + 5.0f * bell(seeds, i);
    y[i] = y[i] - 2.0f + 2.0f * bell(seeds, i);
  }
  float sum = 0;
  for (int j = 0; j < 3; ++j) {
    float part = x[(i + j) & 63] - y[(i + j) & 63];
    sum += part * part;
  }
  x[i] += sum / 3;
}
