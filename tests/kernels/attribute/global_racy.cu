// expect: racy
//--blockDim=64 --gridDim=1

__attribute__((global)) void k(int *o) { o[0] = threadIdx.x; }
