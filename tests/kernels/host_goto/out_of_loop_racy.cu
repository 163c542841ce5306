// expect: racy

// The loop is left where the block is a larger one.
__global__ void k(int *a) { a[threadIdx.y * 32 + threadIdx.x] = 1; }

void host(int *a, int n) {
    dim3 block(32, 8);
    for (int i = 0; i < n; i++) {
        block.x = 64;
        if (a[i]) goto end;
        block.x = 32;
    }
end:
    k<<<1, block>>>(a);
}
