#define SOFTENING 0.001f

__attribute__((reqd_work_group_size(64, 1, 1)))
__kernel void nbody(__global const float4 *restrict pos, __global float4 *restrict new_pos,
                    __global float4 *restrict vel, const int n, const float dt)
{
  __local float4 tile[64];
  const int i = get_global_id(0);
  const int l = get_local_id(0);
  float4 p = pos[i];
  float4 a = (float4)(0.0f, 0.0f, 0.0f, 0.0f);

  for (int base = 0; base < n; base += 64) {
    tile[l] = pos[base + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; ++j) {
      float4 d = tile[j] - p;
      float r2 = d.x * d.x + d.y * d.y + d.z * d.z + SOFTENING;
      float inv = rsqrt(r2);
      a += d * (tile[j].w * inv * inv * inv);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float4 v = vel[i];
  v.xyz += a.xyz * dt;
  vel[i] = v;
  p.xyz += v.xyz * dt;
  new_pos[i] = p;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void nbody_one_barrier(__global const float4 *restrict pos, __global float4 *restrict acc, const int n)
{
  __local float4 tile[64];
  const int i = get_global_id(0);
  const int l = get_local_id(0);
  float4 a = (float4)(0.0f);
  for (int base = 0; base < n; base += 64) {
    tile[l] = pos[base + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; ++j)
      a += (tile[j] - pos[i]) * tile[j].w;
  }
  acc[i] = a;
}
// expect nbody: race free -- a barrier on both sides of the use of a tile
// expect nbody_one_barrier: racy -- the next tile is loaded while others still use this one
