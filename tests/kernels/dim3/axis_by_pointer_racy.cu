// expect: racy

// The pointer points to the variable.
__global__ void k(int *a) { if (blockIdx.y < 9) a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void host(int *a) {
    dim3 blocks(1), threads(64);
    dim3 *same = &blocks;
    for (int i = 0; i < 2; i++) {
        k<<<blocks, threads>>>(a);
        blocks.x = 2;
        same->y = 2;
    }
}
