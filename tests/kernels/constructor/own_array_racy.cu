// expect: racy
// Each object counts itself when it is made.
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
