/* Homework 2. Student version, square matrices. */
#include <iostream>
#include <cstdlib>

#define N 512
#define BLOCK_SIZE 16

using namespace std;

__global__ void gpuMatMul(double *a, double *b, double *c) {
    __shared__ double sa[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ double sb[BLOCK_SIZE][BLOCK_SIZE];

    int row = blockIdx.y * BLOCK_SIZE + threadIdx.y;
    int col = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    double sum = 0;

    for (int m = 0; m < N / BLOCK_SIZE; m++) {
        sa[threadIdx.y][threadIdx.x] = a[row * N + m * BLOCK_SIZE + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(m * BLOCK_SIZE + threadIdx.y) * N + col];
        __syncthreads();

        for (int k = 0; k < BLOCK_SIZE; k++) {
            sum += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        }
        // tile is done
    }
    c[row * N + col] = sum;
}

int main() {
    size_t size = N * N * sizeof(double);
    double *a = new double[N * N];
    double *b = new double[N * N];
    double *c = new double[N * N];
    for (int i = 0; i < N * N; i++) { a[i] = i % 3; b[i] = i % 5; }

    double *d_a, *d_b, *d_c;
    cudaMalloc((void **)&d_a, size);
    cudaMalloc((void **)&d_b, size);
    cudaMalloc((void **)&d_c, size);
    cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice);

    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(N / dimBlock.x, N / dimBlock.y);
    gpuMatMul<<<dimGrid, dimBlock>>>(d_a, d_b, d_c);

    cudaMemcpy(c, d_c, size, cudaMemcpyDeviceToHost);
    cout << "c[5][7] = " << c[5 * N + 7] << endl;
    delete[] a; delete[] b; delete[] c;
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_c);
    return 0;
}
// expect gpuMatMul: racy -- no barrier between the use of a tile and the load of the next one
