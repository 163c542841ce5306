// All-pairs N-body with shared memory tiles (gravitational units, softened).
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace nbody {

constexpr int kTile = 256;
constexpr float kEps2 = 1e-4f;

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r{bj.x - bi.x, bj.y - bi.y, bj.z - bi.z};
  float d2 = r.x * r.x + r.y * r.y + r.z * r.z + kEps2;
  float inv = rsqrtf(d2);
  float s = bj.w * inv * inv * inv;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

__global__ void forces(const float4* __restrict__ pos, float3* __restrict__ acc, int n) {
  __shared__ float4 sh[kTile];
  const int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = pos[gtid < n ? gtid : n - 1];
  float3 a{0.f, 0.f, 0.f};
  for (int tile = 0; tile < (n + kTile - 1) / kTile; ++tile) {
    const int j = tile * kTile + threadIdx.x;
    sh[threadIdx.x] = j < n ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kTile; ++k) a = bodyBodyInteraction(me, sh[k], a);
    __syncthreads();
  }
  if (gtid < n) acc[gtid] = a;
}

__global__ void integrate(float4* pos, float3* vel, const float3* acc, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 v = vel[i];
  v.x += acc[i].x * dt;
  v.y += acc[i].y * dt;
  v.z += acc[i].z * dt;
  vel[i] = v;
  float4 p = pos[i];
  p.x += v.x * dt;
  p.y += v.y * dt;
  p.z += v.z * dt;
  pos[i] = p;
}

}  // namespace nbody

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::stoi(argv[1]) : 10000;
  std::mt19937 rng(2024);
  std::normal_distribution<float> gauss(0.f, 1.f);
  std::vector<float4> h(n);
  for (auto& p : h) p = make_float4(gauss(rng), gauss(rng), gauss(rng), 1.f / n);

  float4* pos;
  float3 *vel, *acc;
  cudaMalloc(&pos, n * sizeof(float4));
  cudaMalloc(&vel, n * sizeof(float3));
  cudaMalloc(&acc, n * sizeof(float3));
  cudaMemcpy(pos, h.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemset(vel, 0, n * sizeof(float3));

  const int blocks = (n + nbody::kTile - 1) / nbody::kTile;
  for (int step = 0; step < 50; ++step) {
    nbody::forces<<<blocks, nbody::kTile>>>(pos, acc, n);
    nbody::integrate<<<blocks, nbody::kTile>>>(pos, vel, acc, 1e-3f, n);
  }
  if (cudaError_t e = cudaDeviceSynchronize(); e != cudaSuccess)
    std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
  cudaMemcpy(h.data(), pos, n * sizeof(float4), cudaMemcpyDeviceToHost);
  std::printf("%f %f %f\n", h[0].x, h[0].y, h[0].z);
  cudaFree(pos);
  cudaFree(vel);
  cudaFree(acc);
}
// expect forces: race free -- a barrier on both sides of the use of a tile
// expect integrate: race free -- each body is moved by its own thread
