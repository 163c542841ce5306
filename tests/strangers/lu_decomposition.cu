#include <cstdio>
#include <cstdlib>
#include <cmath>

typedef float T;

// A is n x n, row major; in place, no pivoting
__global__ void eliminate(T *A, int n, int k)
{
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    int j = k + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        T m = A[i * n + k] / A[k * n + k];
        A[i * n + j] -= m * A[k * n + j];
    }
}

__global__ void column(T *A, int n, int k)
{
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) A[i * n + k] /= A[k * n + k];
}

__global__ void trailing(T *A, int n, int k)
{
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n)
        A[i * n + j] -= A[i * n + k] * A[k * n + j];
}

static void fill(T *a, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) a[i * n + j] = (T)rand() / RAND_MAX;
        a[i * n + i] += n;
    }
}

int main(int argc, char **argv)
{
    const int n = 512;
    T *h = (T *)malloc(n * n * sizeof(T)), *A, *B;
    fill(h, n);
    cudaMalloc((void **)&A, n * n * sizeof(T));
    cudaMalloc((void **)&B, n * n * sizeof(T));
    cudaMemcpy(A, h, n * n * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, n * n * sizeof(T), cudaMemcpyHostToDevice);

    const dim3 threads(16, 16);
    for (int k = 0; k < n - 1; k++) {
        const int m = n - k - 1;
        const dim3 blocks((m + 16) / 16, (m + 15) / 16);
        eliminate<<<blocks, threads>>>(A, n, k);
        column<<<(m + 127) / 128, 128>>>(B, n, k);
        trailing<<<dim3((m + 15) / 16, (m + 15) / 16), threads>>>(B, n, k);
    }
    cudaMemcpy(h, A, n * n * sizeof(T), cudaMemcpyDeviceToHost);
    double det = 0;
    for (int i = 0; i < n; i++) det += log(fabs(h[i * n + i]));
    printf("log |det A| = %f\n", det);
    cudaFree(A);
    cudaFree(B);
    free(h);
    return 0;
}
// expect eliminate: racy -- thread j = k sets A[i][k] to zero while its row still divides by the pivot with it
// expect column: race free -- column k below the pivot, one element for each thread
// expect trailing: race free -- writes i, j > k; reads column k, row k and its own element
