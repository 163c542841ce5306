#include <cstdio>
#include <vector>

// Sum in one launch: the block that finishes last adds up the partial sums.

__device__ unsigned int ticket = 0;
__shared__ bool amLast;

__global__ void sumOnePass(const float *in, unsigned int n, volatile float *partial, float *result)
{
    __shared__ float s[256];
    float v = 0;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence(); // the partial sum is visible before the ticket is drawn
        unsigned int t = atomicInc(&ticket, gridDim.x);
        amLast = (t == gridDim.x - 1);
    }
    __syncthreads();

    if (amLast) {
        float sum = 0;
        for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += partial[i];
        s[threadIdx.x] = sum;
        __syncthreads();
        for (int h = 128; h > 0; h >>= 1) {
            if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
            __syncthreads();
        }
        if (threadIdx.x == 0) {
            *result = s[0];
            ticket = 0;
        }
    }
}

int main()
{
    const unsigned int n = 1 << 22;
    std::vector<float> h(n, 0.5f);
    float *in, *partial, *result, r;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&partial, 64 * sizeof(float));
    cudaMalloc(&result, sizeof(float));
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    sumOnePass<<<64, 256>>>(in, n, partial, result);
    cudaMemcpy(&r, result, sizeof r, cudaMemcpyDeviceToHost);
    printf("%f\n", r);
    return 0;
}
// expect sumOnePass: race free or potential, assuming fence -- the fence and the atomic order the partial sums; what fences order may be left open
