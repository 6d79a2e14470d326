// How many steps each number takes to 1 (halved if even, else tripled and one added), and the most of each group. Channels
// leave the loop one after the other, and `apart` is how far apart in memory neighbours begin.
kernel void steps(global const int* numbers, global int* most, local int* part, int apart) {
  int item = get_local_id(0);
  int count = 0;
  for (int number = numbers[get_global_id(0) * apart]; number > 1; ++count) {
    if (number % 2 == 0)
      number /= 2;
    else
      number = 3 * number + 1;
  }
  part[item] = count;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int left = get_local_size(0) / 2; left > 0; left /= 2) {
    if (item < left) part[item] = max(part[item], part[item + left]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) most[get_group_id(0)] = part[0];
}
