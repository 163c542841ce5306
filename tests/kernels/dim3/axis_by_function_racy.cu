// expect: racy

// The function changes another axis of what it is given.
__global__ void k(int *a) { if (blockIdx.y < 9) a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void grow(dim3 &d) { d.y = 2; }

void host(int *a) {
    dim3 blocks(1), threads(64);
    for (int i = 0; i < 2; i++) {
        k<<<blocks, threads>>>(a);
        blocks.x = 2;
        grow(blocks);
    }
}
