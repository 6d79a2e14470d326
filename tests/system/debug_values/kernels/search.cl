// A search by halves, whose bounds move; pointers that are moved on.
// run: item=5,0,0 n=64 wanted=9
int find(global const int* keys, int n, int wanted) {
  int low = 0;
  int high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (keys[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

kernel void search(global const int* keys, global int* out, int n, int wanted) {
  int i = get_global_id(0);
  global const int* from = keys + i;
  global int* to = out + i * 2;
  int place = find(keys, n - i, wanted + i);
  *to = place;
  to++;
  int sum = 0;
  for (global const int* each = from; each < from + 4; each++)
    sum += *each;
  *to = sum - place;
  if (sum > 20) {
    int place = sum / 2;
    sum -= place;
  }
  out[i] += sum;
}
