// expect: racy

// The second time, a row is longer.
__global__ void k(int *a) { a[threadIdx.y * 32 + threadIdx.x] = 1; }

void host(int *a) {
    dim3 block(32, 8);
again:
    k<<<1, block>>>(a);
    block.x = 64;
    if (*a) goto again;
}
