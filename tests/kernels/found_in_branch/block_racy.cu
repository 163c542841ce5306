// expect: racy

__global__ void k(int *a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }

// The block is the larger one.
void run(int *a, int n, int kind) {
    dim3 block(1);
    if (kind == 0) block.x = 32;
    else block.x = 64;
    if (kind == 1) k<<<n, block>>>(a);
}
