// expect: unsupported
// The function that is declared behind the use is not meant, but nobody looks where it stands.
__device__ void put(int *p, int i) { p[i] = 1; }
template <void (*f)(int *, int)> __device__ void call(int *p) { f(p, threadIdx.x); }
__global__ void k(int *p) { call<put>(p); }
__device__ void put(int *p) { p[0] = 1; }
void launch(int *p) { k<<<1, 64>>>(p); }
