#include <cstdio>
#include <cstdlib>

// Several arrays in one extern __shared__ buffer.

struct Best {
    float value;
    int index;
};

__global__ void argmax(const float *x, Best *best, int n)
{
    extern __shared__ unsigned char smem[];
    float *vals = reinterpret_cast<float *>(smem);
    int *idxs = reinterpret_cast<int *>(&vals[blockDim.x]);

    const int t = threadIdx.x;
    float v = -1e30f;
    int at = -1;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
        if (x[i] > v) v = x[i], at = i;
    vals[t] = v;
    idxs[t] = at;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s != 0; s /= 2) {
        if (t < s && vals[t + s] > vals[t]) {
            vals[t] = vals[t + s];
            idxs[t] = idxs[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        best[blockIdx.x].value = vals[0];
        best[blockIdx.x].index = idxs[0];
    }
}

__global__ void argmax_overlap(const float *x, Best *best, int n)
{
    extern __shared__ unsigned char smem[];
    float *vals = (float *)smem;
    int *idxs = (int *)(smem + blockDim.x);   // bytes, not floats

    const int t = threadIdx.x;
    vals[t] = t < n ? x[t] : -1e30f;
    idxs[t] = t;
    __syncthreads();
    if (t == 0) {
        int b = 0;
        for (int i = 1; i < blockDim.x; ++i)
            if (vals[i] > vals[b]) b = i;
        best->value = vals[b];
        best->index = idxs[b];
    }
}

int main()
{
    const int n = 1 << 18, threads = 256, blocks = 32;
    float *x = (float *)malloc(n * sizeof(float)), *d_x;
    Best *d_best, best[blocks];
    for (int i = 0; i < n; ++i) x[i] = (float)((i * 7919) % n);
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_best, blocks * sizeof(Best));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    const size_t shmem = threads * (sizeof(float) + sizeof(int));
    argmax<<<blocks, threads, shmem>>>(d_x, d_best, n);
    argmax_overlap<<<1, threads, shmem>>>(d_x, d_best, threads);
    cudaMemcpy(best, d_best, sizeof best, cudaMemcpyDeviceToHost);
    printf("%f at %d\n", best[0].value, best[0].index);
    free(x);
    return 0;
}
// expect argmax: race free -- the second array begins behind blockDim.x floats, and each round ends with a barrier
// expect argmax_overlap: racy -- idxs begins blockDim.x bytes behind vals, so idxs[0] lies on vals[64]
