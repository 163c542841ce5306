#include <iostream>
#include <iomanip>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

class Timer {
    cudaEvent_t a_, b_;
public:
    Timer() { cudaEventCreate(&a_); cudaEventCreate(&b_); cudaEventRecord(a_); }
    ~Timer() { cudaEventDestroy(a_); cudaEventDestroy(b_); }
    float ms() {
        float t;
        cudaEventRecord(b_);
        cudaEventSynchronize(b_);
        cudaEventElapsedTime(&t, a_, b_);
        return t;
    }
};

__global__ void jacobi(const double *A, const double *b, const double *x, double *xnew, int *notConverged, int n, double eps)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        double sigma = 0.0;
        for (int j = 0; j < n; j++)
            if (j != row) sigma += A[row * n + j] * x[j];
        xnew[row] = (b[row] - sigma) / A[row * n + row];
        if (fabs(xnew[row] - x[row]) > eps)
            *notConverged = 1;
    }
}

__global__ void jacobiAtomic(const double *A, const double *b, const double *x, double *xnew, int *notConverged, int n, double eps)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        double sigma = 0.0;
        for (int j = 0; j < n; j++)
            if (j != row) sigma += A[row * n + j] * x[j];
        xnew[row] = (b[row] - sigma) / A[row * n + row];
        if (fabs(xnew[row] - x[row]) > eps)
            atomicExch(notConverged, 1);
    }
}

int main(int argc, char **argv)
{
    int n = 2048;
    bool useAtomic = argc > 1 && std::atoi(argv[1]);
    double *A, *b, *x, *y;
    int *flag;
    cudaMallocManaged(&A, sizeof(double) * n * n);
    cudaMallocManaged(&b, sizeof(double) * n);
    cudaMallocManaged(&x, sizeof(double) * n);
    cudaMallocManaged(&y, sizeof(double) * n);
    cudaMallocManaged(&flag, sizeof(int));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) A[i * n + j] = i == j ? 2.0 * n : 1.0;
        b[i] = i;
        x[i] = 0;
    }
    Timer timer;
    int it = 0;
    do {
        *flag = 0;
        if (useAtomic) jacobiAtomic<<<(n + 63) / 64, 64>>>(A, b, x, y, flag, n, 1e-10);
        else jacobi<<<(n + 63) / 64, 64>>>(A, b, x, y, flag, n, 1e-10);
        cudaDeviceSynchronize();
        double *t = x; x = y; y = t;
        it++;
    } while (*flag && it < 10000);
    std::cout << it << " iterations, " << std::fixed << std::setprecision(2) << timer.ms() << " ms\n";
    return 0;
}
// expect jacobi: racy -- all threads that have not converged set the flag (to the same value)
// expect jacobiAtomic: race free -- the flag is set by atomics only
