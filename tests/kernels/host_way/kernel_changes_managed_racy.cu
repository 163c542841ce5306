// expect: racy
// A kernel changes the size.
__managed__ int Size;
__global__ void lower() { Size = 1; }
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }
void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    lower<<<1, 2>>>();
    cudaDeviceSynchronize();
    k<<<1, 64>>>(a, Size);
}
