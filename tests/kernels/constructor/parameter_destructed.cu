// expect: unsupported
__device__ int made;
struct Counted {
    int n;
    __device__ ~Counted() { made = n; }
};
__device__ int of(Counted c) { return 1; }
__global__ void k(int *out, Counted *all) { out[threadIdx.x] = of(all[threadIdx.x]); }
void launch(int *out, Counted *all) { k<<<1, 64>>>(out, all); }
