// expect: unsupported
// Each object counts itself when it is made: what a constructor does is not done for each of several objects.
__device__ int made;
struct Counted {
    int n;
    __device__ Counted() { n = made++; }
};
__global__ void k(int *out) {
    Counted all[4];
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void launch(int *out) { k<<<1, 64>>>(out); }
