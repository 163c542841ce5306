// Week 1: vector addition. Compile with: nvcc -O2 vecadd.cu -o vecadd
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t err = (call);                                            \
        if (err != cudaSuccess) {                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,               \
                    cudaGetErrorString(err));                                \
            exit(EXIT_FAILURE);                                              \
        }                                                                    \
    } while (0)

__global__ void vecAdd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

static void vecAddCpu(const float *a, const float *b, float *c, int n)
{
    for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}

int main(void)
{
    const int n = 1000003;
    const size_t bytes = n * sizeof(float);
    float *ha = (float *)malloc(bytes), *hb = (float *)malloc(bytes);
    float *hc = (float *)malloc(bytes), *ref = (float *)malloc(bytes);
    for (int i = 0; i < n; i++) { ha[i] = rand() / (float)RAND_MAX; hb[i] = i % 17; }

    float *da, *db, *dc;
    CHECK(cudaMalloc(&da, bytes));
    CHECK(cudaMalloc(&db, bytes));
    CHECK(cudaMalloc(&dc, bytes));
    CHECK(cudaMemcpy(da, ha, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(db, hb, bytes, cudaMemcpyHostToDevice));

    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    auto t0 = std::chrono::high_resolution_clock::now();
    vecAdd<<<blocks, threads>>>(da, db, dc, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    auto t1 = std::chrono::high_resolution_clock::now();
    CHECK(cudaMemcpy(hc, dc, bytes, cudaMemcpyDeviceToHost));

    vecAddCpu(ha, hb, ref, n);
    double worst = 0.0;
    for (int i = 0; i < n; i++) worst = fmax(worst, fabs(hc[i] - ref[i]));
    printf("%.3f ms, max error %g\n",
           std::chrono::duration<double, std::milli>(t1 - t0).count(), worst);

    cudaFree(da); cudaFree(db); cudaFree(dc);
    free(ha); free(hb); free(hc); free(ref);
    return worst > 1e-5;
}
// expect vecAdd: race free, assuming nothing -- each thread writes its own c[i]
