// expect: drf
// flags: --warp-sync
//--blockDim=32 --gridDim=1

__global__ void steps(int *a, int n) {
    for (int k = 0; k < n; k++) {
        int next = a[threadIdx.x + 1];
        a[threadIdx.x] = next;
    }
}
