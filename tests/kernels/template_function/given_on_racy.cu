// expect: racy
// As given_on.cu, of the function that writes one element.
typedef void (*writes)(int *, int);
__device__ void at_thread(int *p, int x) { p[threadIdx.x] = x; }
__device__ void at_first(int *p, int x) { p[0] = x; }
template <writes w> __device__ void inner(int *p) { (*w)(p, 1); }
template <writes w> struct Outer {
    __device__ void go(int *p) { inner<w>(p); }
};
template <writes w> __global__ void k(int *p) {
    Outer<w> outer;
    outer.go(p);
}
template <writes w> void start(int *p) { k<w><<<1, 64>>>(p); }
void launch(int *p) { start<at_first>(p); }
