// nvcc --extended-lambda -std=c++17
#include <cstdio>
#include <vector>
#include <utility>

template <typename F>
__global__ void for_each_kernel(int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        f(i);
}

template <typename F>
void parallel_for(int n, F &&f)
{
    constexpr int block = 128;
    const int grid = (n + block - 1) / block;
    for_each_kernel<<<grid, block>>>(n, std::forward<F>(f));
}

int main()
{
    const int n = 12345;
    float *x = nullptr, *y = nullptr;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));

    parallel_for(n, [=] __device__(int i) {
        x[i] = 0.5f * i;
        y[i] = 1.0f;
    });
    parallel_for(n, [=] __device__(int i) { y[i] += x[i] * x[i]; });

    cudaDeviceSynchronize();
    std::printf("%f\n", y[n - 1]);
    cudaFree(x);
    cudaFree(y);
    return 0;
}
// expect for_each_kernel: race free or unsupported -- each i is one thread's, in both lambdas; what an extended lambda captures may be refused
