// expect: racy

// The second allocation is that of the same pointer.
__global__ void k(int *a) {
    int i = threadIdx.x;
    if (i < 32) a[i] = 0;
    else a[40 + (i & 1)] = 1;
}

static int *memory;
static int **slot = &memory;

void host() {
    cudaMalloc(&memory, 128);
    cudaMalloc(slot, 256);
    k<<<1, 64>>>(memory);
}
