// A structure in a structure, functions that become part of the kernel, a private array, local memory.
// run: item=37,0,0 global=64 local=32 n=64
typedef struct {
  float weight;
  int id;
  float4 at;
} point_t;
typedef struct {
  point_t ends[2];
  int count;
} line_t;

float weigh(const point_t* point, int times) {
  float sum = point->weight * times;
  sum += point->at.x + point->at.w;
  return sum;
}

float weigh_all(const line_t* line, int times) {
  float total = 0;
  for (int j = 0; j < line->count; ++j)
    total += weigh(&line->ends[j], times);
  return total;
}

kernel void structures(global float* out, global const point_t* in, local float* tile, int n, float4 scale) {
  int gid = get_global_id(0);
  int lid = get_local_id(0);
  float steps[8];
  for (int j = 0; j < 8; ++j)
    steps[j] = j * 0.5f + lid;
  line_t line;
  line.count = 2;
  line.ends[0] = in[gid];
  line.ends[1] = in[(gid + 1) % n];
  float4 middle = line.ends[0].at * scale;
  tile[lid] = weigh_all(&line, gid & 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += tile[(lid + j) & 31] * steps[j];
  out[gid] = sum + middle.y;
}
