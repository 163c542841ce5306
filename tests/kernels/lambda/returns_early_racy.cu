// expect: racy
//--blockDim=64 --gridDim=1

__global__ void k(int *a) { int x = 0; auto f = [&](int i) { if (i > 3) { x = 1; return; } x = i; }; f(threadIdx.x); a[x] = 1; }
