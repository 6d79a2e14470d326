// an array in local memory is read behind its end
// expect: memory.local
// run: k 64 64 r=z256 bad:1 fixed:0
kernel void k(global int* r, int ahead) {
  local int s[64];
  int l = get_local_id(0);
  s[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  r[l] = s[l + ahead]; //@
}
