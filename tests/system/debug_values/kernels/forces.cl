// Vectors of floats, a list of neighbours, a condition on a distance.
// run: item=5,0,0 neighbours=6 cutoff=900 first=1.5 second=2 n=60
kernel void forces(global float4* force, global const float4* at, const int neighbours, global const int* list, const float cutoff,
                   const float first, const float second, const int n) {
  uint i = get_global_id(0);
  float4 own = at[i];
  float4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
  int j = 0;
  while (j < neighbours) {
    int other = list[j * n + i] & 63;
    float4 there = at[other];
    float x = own.x - there.x;
    float y = own.y - there.y;
    float z = own.z - there.z;
    float square = x * x + y * y + z * z + 1.0f;
    if (square < cutoff) {
      square = 1.0f / square;
      float six = square * square * square;
      float pull = square * six * (first * six - second);
      sum.x += x * pull;
      sum.y += y * pull;
      sum.z += z * pull;
    }
    j++;
  }
  force[i] = sum;
}
