#include <cstdio>
#include <vector>

// Exercise 5: find the three mistakes. (They are on purpose.)

#define BLOCK 256

__global__ void sum_bug1(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        s[threadIdx.x] = in[i];
        __syncthreads();
        if (threadIdx.x == 0) {
            float sum = 0;
            for (int k = 0; k < BLOCK && blockIdx.x * BLOCK + k < n; k++) sum += s[k];
            out[blockIdx.x] = sum;
        }
    }
}

__global__ void sum_bug2(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int h = BLOCK / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) {
            s[threadIdx.x] += s[threadIdx.x + h];
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

__global__ void sum_bug3(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0.0f;
    for (int h = BLOCK / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main()
{
    const int n = 100000;
    const int blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<float> h(n, 1.0f), p(blocks);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, blocks * sizeof(float));
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    sum_bug1<<<blocks, BLOCK>>>(in, out, n);
    sum_bug2<<<blocks, BLOCK>>>(in, out, n);
    sum_bug3<<<blocks, BLOCK>>>(in, out, n);
    cudaMemcpy(p.data(), out, blocks * sizeof(float), cudaMemcpyDeviceToHost);
    float total = 0;
    for (float x : p) total += x;
    printf("%f\n", total);
}
// expect sum_bug1: divergence -- 100000 is no multiple of 256: some threads of the last block do not come to the barrier
// expect sum_bug2: divergence -- the barrier is inside if (threadIdx.x < h)
// expect sum_bug3: racy -- no barrier between the loads and the first round
