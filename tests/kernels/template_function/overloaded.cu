// expect: unsupported
// Which of the two functions it is, the parameter's type says.
__device__ void put(int *p, int i) { p[i] = 1; }
__device__ void put(int *p, float x) { p[0] = 1; }
template <void (*f)(int *, float)> __global__ void k(int *p) { f(p, threadIdx.x); }
void launch(int *p) { k<put><<<1, 64>>>(p); }
