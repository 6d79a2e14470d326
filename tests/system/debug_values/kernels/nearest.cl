// The nearest of some centres, by an index that depends on data; sizes of other types.
// run: item=5,0,0 points=60 centres=5 features=4 kind=2
kernel void nearest(global const float* feature, global const float* centre, global int* member, int points, int centres, int features,
                    uchar kind, global ushort* counts, global long* wide) {
  unsigned int point = get_global_id(0);
  int index = 0;
  if (point < points) {
    float least = FLT_MAX;
    for (int i = 0; i < centres; i++) {
      float distance = 0;
      float sum = 0;
      for (int l = 0; l < features; l++) {
        float apart = feature[l * points + point] - centre[i * features + l];
        sum += apart * apart;
      }
      distance = sum;
      if (distance < least) {
        least = distance;
        index = i;
      }
    }
    member[point] = index;
    short small = index * 3 - kind;
    ushort count = counts[point] + small;
    counts[point] = count;
    long large = (long)index << 33 | point;
    ulong mixed = large * 5;
    wide[point] = mixed + small;
    switch (index & 3) {
      case 0:
        index = -1;
        break;
      case 1:
        index += 10;
      default:
        index *= 2;
    }
    member[point] += index;
  }
}
