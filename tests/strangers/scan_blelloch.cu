#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>

// Work-efficient exclusive scan of one block. n is a power of two, one block of n / 2 threads.
__global__ void prescan(float *g_odata, const float *g_idata, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int offset = 1;

    temp[2 * thid] = g_idata[2 * thid];
    temp[2 * thid + 1] = g_idata[2 * thid + 1];

    for (int d = n >> 1; d > 0; d >>= 1) {      // build the sum in place up the tree
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }

    if (thid == 0) temp[n - 1] = 0;             // clear the last element

    for (int d = 1; d < n; d *= 2) {            // traverse down the tree
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();

    g_odata[2 * thid] = temp[2 * thid];
    g_odata[2 * thid + 1] = temp[2 * thid + 1];
}

int main()
{
    const int n = 512;
    std::vector<float> in(n), out(n);
    std::generate(in.begin(), in.end(), [] { return float(rand() % 4); });
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    prescan<<<1, n / 2, n * sizeof(float)>>>(d_out, d_in, n);
    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    float sum = 0;
    for (int i = 0; i < n; i++) {
        if (out[i] != sum) { printf("mismatch at %d\n", i); return 1; }
        sum += in[i];
    }
    printf("scan ok\n");
    cudaFree(d_in); cudaFree(d_out);
    return 0;
}
// expect prescan: race free -- n is 512 and there are 256 threads: each level has its barrier
