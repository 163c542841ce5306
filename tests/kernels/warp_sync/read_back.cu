// expect: potential
// flags: --warp-sync
//--blockDim=32 --gridDim=1

// Thread 0 tells its warp: all of it writes a[0], which no thread by itself would.
__global__ void tell(int *a) {
    __shared__ int s[1];
    if (threadIdx.x == 1) s[0] = 0;
    __syncthreads();
    if (threadIdx.x == 0) s[0] = 1;
    if (s[0] == 1) a[0] = threadIdx.x;
}
