// expect: drf
// Both launches give a step that takes threads apart.
__global__ void k(int *a, int step) { a[(blockIdx.x * blockDim.x + threadIdx.x) * step] = threadIdx.x; }
void launch(int *a) {
    k<<<2, 64>>>(a, 1);
    k<<<2, 64>>>(a, 2);
}
