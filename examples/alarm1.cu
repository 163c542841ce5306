// The first alarm of [L24, §2.1]: a reduction step that relies on warps running in lockstep.
// Thread 16 writes sdata[16] while thread 0 reads it.
// expect: racy
//--blockDim=64 --gridDim=1
__global__ void reduceMultiPass(const int *g_idata, int *g_odata) {
    __shared__ int sdata[128];
    unsigned int tid = threadIdx.x;
    int mySum = g_idata[blockIdx.x * blockDim.x + tid];
    sdata[tid] = mySum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sdata[threadIdx.x] = mySum = mySum + sdata[threadIdx.x + 16];
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}
