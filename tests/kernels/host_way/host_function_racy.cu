// expect: racy

// A function that is called by the stream changes the size.
int Size;
void lower(void *) { Size = threadIdx.x; }

__global__ void k(int *a, int n) { a[threadIdx.x % n] = 1; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    cudaLaunchHostFunc(0, lower, 0);
    cudaDeviceSynchronize();
    k<<<1, 64>>>(a, Size);
}
