#include <iostream>
#include <cstdlib>
#include <cuda_runtime.h>

using std::cout;
using std::endl;

// My first kernels.

__global__ void add_one(int *v, int n) {
    int i = threadIdx.x;          // works with one block
    if (i < n) v[i] = v[i] + 1;
}

__global__ void square(float *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = v[i] * v[i];
}

__global__ void negate(int *v, int n) {
    int i = threadIdx.x;
    if (i < n) v[i] = -v[i];
}

int main() {
    const int n = 1024;
    int *v, *w;
    float *f;
    cudaMallocManaged(&v, n * sizeof(int));
    cudaMallocManaged(&w, n * sizeof(int));
    cudaMallocManaged(&f, n * sizeof(float));
    for (int i = 0; i < n; i++) { v[i] = i; w[i] = i; f[i] = i; }

    add_one<<<4, 256>>>(v, n);            // 4 * 256 threads, 1024 numbers
    dim3 threads(16, 16);
    square<<<n / 256, threads>>>(f, n);   // 256 threads per block
    negate<<<1, 1024>>>(w, n);
    cudaDeviceSynchronize();
    cout << v[0] << " " << f[2] << " " << w[1023] << endl;

    cudaFree(v);
    cudaFree(w);
    cudaFree(f);
    return 0;
}
// expect add_one: racy -- threadIdx.x alone is the same in all 4 blocks
// expect square: racy -- the block is 16 x 16 and threadIdx.y is not used: 16 threads have each i
// expect negate: race free, assuming nothing -- one block, so threadIdx.x is enough
