// expect: racy
#ifndef WIDTH
#error "WIDTH is not defined"
#endif

__global__ void each(int *to) { to[blockDim.x + threadIdx.x] = blockIdx.x; }

void run(int *to) { each<<<4, 64>>>(to); }
