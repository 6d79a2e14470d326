// Loops of each kind: counted by the kernel's arguments, unrolled, left by break, that skip, one in the other.
// run: item=5,0,0 n=13 width=3
kernel void loops(global int* out, global const int* in, int n, int width) {
  int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; j++) {
    int value = in[(i + j) & 63];
    if (value == 3)
      continue;
    sum += value;
  }
  int found = -1;
  int at = 0;
  for (at = 0; at < n; at++) {
    if (in[at] > i) {
      found = at;
      break;
    }
  }
  int left = n;
  while (left > 0) {
    sum ^= left;
    left -= width;
  }
  int steps = 0;
  do {
    steps++;
    sum = sum * 3 + steps;
  } while (sum < 10000 && steps < 20);
  int total = 0;
  for (int row = 0; row < width; ++row) {
    int line = 0;
    for (int column = 0; column < 4; ++column)
      line += in[row * 4 + column] * column;
    total += line << row;
  }
  int last;
  int odd = 0;
  for (last = 0; last < 5; last++)
    if (last & i)
      odd += last;
  out[i] = sum + found + at + left + steps + total + last + odd;
}
