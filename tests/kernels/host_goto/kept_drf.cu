// expect: drf

// Nobody changes the block.
__global__ void k(int *a) { a[threadIdx.y * 32 + threadIdx.x] = 1; }

void host(int *a, int n) {
    dim3 block(32, 8);
    if (n > 3) goto end;
    n = 4;
end:
    k<<<1, block>>>(a);
}
