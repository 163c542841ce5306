#include <cstdint>
#include <cstdio>

// Warp-level primitives by hand.

__device__ __forceinline__ uint32_t laneId()
{
    uint32_t id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__device__ __forceinline__ uint32_t laneMaskLt()
{
    uint32_t m;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
    return m;
}

// every thread notes its lane
__global__ void whichLane(uint32_t *lanes, uint32_t *below)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    lanes[i] = laneId();
    below[i] = __popc(laneMaskLt());
}

// sum over a warp, through shared memory and __syncwarp
__global__ void warpSums(const int *in, int *out)
{
    __shared__ int s[8][32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s[warp][lane] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncwarp();
    for (int o = 16; o > 0; o /= 2) {
        int v = 0;
        if (lane < o) v = s[warp][lane] + s[warp][lane + o];
        __syncwarp();
        if (lane < o) s[warp][lane] = v;
        __syncwarp();
    }
    if (lane == 0) out[blockIdx.x * 8 + warp] = s[warp][0];
}

// sums of neighbouring warps: __syncwarp is not enough for them
__global__ void pairSums(const int *in, int *out)
{
    __shared__ int s[8][32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s[warp][lane] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncwarp();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[warp][lane] + s[warp ^ 1][lane];
}

int main()
{
    const int n = 1 << 16;
    uint32_t *lanes, *below;
    int *in, *out;
    cudaMallocManaged(&lanes, n * sizeof(uint32_t));
    cudaMallocManaged(&below, n * sizeof(uint32_t));
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    whichLane<<<n / 256, 256>>>(lanes, below);
    warpSums<<<n / 256, 256>>>(in, out);
    pairSums<<<n / 256, 256>>>(in, out);
    cudaDeviceSynchronize();
    printf("%u %u %d\n", lanes[33], below[33], out[0]);
}
// expect whichLane: race free, assuming inline-assembly -- the PTX gives a number, and the elements are the thread's own
// expect warpSums: race free, assuming nothing -- a warp works on its own row, with __syncwarp between the steps
// expect pairSums: racy -- the row of the other warp is read without __syncthreads
