// expect: potential
// flags: --warp-sync
//--blockDim=32 --gridDim=1

// What follows the conditional is in its place for some threads, and after a test for others: in lock
// step it is one instruction after the other all the same.
__global__ void leave(int *a, int *b) {
    if (threadIdx.x < 16) {
        if (b[threadIdx.x] == 7) return;
    }
    int next = a[threadIdx.x ^ 16];
    a[threadIdx.x] = next;
}
