// expect: drf

// The loop changes one axis; the others stay as they are.
__global__ void k(int *a) { if (blockIdx.y < 9) a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void host(int *a, int n) {
    dim3 blocks(1), threads(64);
    for (int i = 0; i < n; i++) {
        blocks.x = blocks.x * 2;
        k<<<blocks, threads>>>(a);
    }
}
