// expect: drf
// Of several functions of the name, the one that has the type of the parameter takes as many arguments as the call gives.
__device__ void put(int *p) { p[0] = 1; }
__device__ void put(int *p, int i) { p[i] = 1; }
template <void f(int *, int)> __global__ void k(int *p) { f(p, threadIdx.x); }
void launch(int *p) { k<put><<<1, 64>>>(p); }
