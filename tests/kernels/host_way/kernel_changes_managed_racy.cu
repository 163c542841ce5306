// expect: racy

// The kernel changes the size.
__managed__ int Size;

__global__ void k(int *a, int n) {
    if (n != 0) a[threadIdx.x % n] = threadIdx.x;
    else if (threadIdx.x == 0) Size = 1;
}

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    k<<<1, 64>>>(a, 0);
    cudaDeviceSynchronize();
    k<<<1, 64>>>(a, Size);
}
