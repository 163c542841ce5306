// expect: drf

// What is copied to the device, and to memory that was allocated, changes no number.
#include <cstdlib>

static int n;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(float *from, int bytes) {
    int *a;
    float *b;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, bytes);
    float *to = (float *) malloc(bytes);
    n = 64;
    cudaMemcpy(b, from, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(to, b, bytes, cudaMemcpyDeviceToHost);
    k<<<1, 64>>>(a, n);
}
