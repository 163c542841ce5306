// expect: racy
// The second launch differs from the first one in the number of blocks alone.
__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }
void launch(int *a) {
    k<<<1, 64>>>(a);
    k<<<2, 64>>>(a);
}
