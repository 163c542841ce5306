// expect: racy
// The second launch differs from the first one in the step alone.
__global__ void k(int *a, int step) { a[(blockIdx.x * blockDim.x + threadIdx.x) * step] = threadIdx.x; }
void launch(int *a) {
    k<<<2, 64>>>(a, 1);
    k<<<2, 64>>>(a, 0);
}
