// expect: racy
// As by_arity.cu, of the parameter's other type.
__device__ void put(int *p) { p[0] = 1; }
__device__ void put(int *p, int i) { p[i] = 1; }
template <void f(int *)> __global__ void k(int *p) { f(p); }
void launch(int *p) { k<put><<<1, 64>>>(p); }
