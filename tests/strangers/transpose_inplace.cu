#include <cstdio>
#include <utility>

// square matrix, in place: each pair (x, y), (y, x) is swapped by the thread above the diagonal
__global__ void transpose_upper(double* m, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n || x <= y) return;
    double t = m[y * n + x];
    m[y * n + x] = m[x * n + y];
    m[x * n + y] = t;
}

// first attempt, kept for the report
__global__ void transpose_all(double* m, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    double t = m[y * n + x];
    m[y * n + x] = m[x * n + y];
    m[x * n + y] = t;
}

int main(int argc, char** argv)
{
    constexpr int n = 1000;
    double* m;
    cudaMallocManaged(&m, sizeof(double) * n * n);
    for (int i = 0; i < n * n; ++i) m[i] = i;
    dim3 t(32, 8), b((n + t.x - 1) / t.x, (n + t.y - 1) / t.y);
    if (argc > 1)
        transpose_all<<<b, t>>>(m, n);
    else
        transpose_upper<<<b, t>>>(m, n);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) wrong += m[y * n + x] != double(x * n + y);
    std::printf("%d wrong\n", wrong);
    cudaFree(m);
    return wrong ? 1 : 0;
}
// expect transpose_upper: race free -- a pair belongs to one thread, the one with x > y
// expect transpose_all: racy -- both threads of a pair swap it
