// expect: drf

// What goes wrong leads to the end of the function, past the launch.
__global__ void k(int *a) { a[threadIdx.y * 32 + threadIdx.x] = 1; }

cudaError_t host(int n) {
    int *a = 0;
    dim3 block(n, 8);
    cudaError_t status = cudaMalloc(&a, 1024);
    if (status != cudaSuccess) goto Error;
    if (n > 32 || n < 1) goto Error;
    k<<<1, block>>>(a);
    status = cudaDeviceSynchronize();
    if (status != cudaSuccess) {
        goto Error;
    }

Error:
    cudaFree(a);
    return status;
}
