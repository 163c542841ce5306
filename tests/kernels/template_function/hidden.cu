// expect: unsupported
// A function of the class, not the one of the file.
__device__ void put(int *p) { p[threadIdx.x] = 1; }
template <void (*f)(int *)> __device__ void call(int *p) { f(p); }
struct C {
    __device__ static void put(int *p) { p[0] = 1; }
    __device__ void go(int *p) { call<put>(p); }
};
__global__ void k(int *p) {
    C c;
    c.go(p);
}
void launch(int *p) { k<<<1, 64>>>(p); }
