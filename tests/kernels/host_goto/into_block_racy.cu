// expect: racy

__global__ void k(int *a) { a[threadIdx.y * 32 + threadIdx.x] = 1; }

void host(int *a, int n) {
    dim3 block(32, 8);
    if (n > 3) {
        block.x = 64;
        goto inside;
    }
    block.x = 16;
    if (n > 2) {
        block.x = 32;
inside:
        k<<<1, block>>>(a);
    }
}
