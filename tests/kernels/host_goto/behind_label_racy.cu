// expect: racy

// What held before the jump is not known behind the label.
__global__ void k(int *a) { a[threadIdx.y * 32 + threadIdx.x] = 1; }

void host(int *a, int n) {
    dim3 block(32, 8);
    if (n > 3) {
        block.x = 64;
        goto end;
    }
    block.x = 32;
end:
    k<<<1, block>>>(a);
}
