// expect: drf

__global__ void k(int *a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }

// Which of two sizes a block has hangs on what decides about the launch, too.
void run(int *a, int n, int kind) {
    dim3 block(1);
    if (kind == 0) block.x = 32;
    else block.x = 64;
    if (kind == 0) k<<<n, block>>>(a);
}
