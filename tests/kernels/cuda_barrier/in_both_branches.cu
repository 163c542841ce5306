// expect: unsupported

// All threads arrive, at two places.
#include <cuda/barrier>
using bar_t = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(int *o) { __shared__ int s[64]; __shared__ bar_t b; if (threadIdx.x == 0) init(&b, blockDim.x); __syncthreads();
  if (threadIdx.x < 32) { s[threadIdx.x] = 1; b.arrive_and_wait(); } else { b.arrive_and_wait(); o[threadIdx.x] = s[threadIdx.x - 32]; } }
int main() { int *o; cudaMalloc(&o, 1024); k<<<1,64>>>(o); }
