// expect: racy
//--blockDim=64 --gridDim=1

// Thread 0 tells its warp: all of it writes a[0], which no thread by itself would; a run
// of the kernel does.
__global__ void tell(int *a) {
    __shared__ int s[2];
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = 0;
    __syncthreads();
    if (threadIdx.x == 0) s[0] = 1;
    __syncwarp();
    if (s[threadIdx.x / 32] == 1) a[0] = threadIdx.x;
}
