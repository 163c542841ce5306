// expect: drf
// A build gives WIDTH. Without it, no compiler reads this; that is taken for granted, and said.
#ifndef WIDTH
#error "WIDTH is not defined"
#endif

__global__ void each(int *to) { to[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run(int *to) { each<<<4, 64>>>(to); }
