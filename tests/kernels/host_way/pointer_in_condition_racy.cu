// expect: racy

// A condition declares the pointer.
__global__ void shift(int *to, int *from) { int x = from[threadIdx.x]; to[threadIdx.x] = x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (int *b = a + 1) shift<<<1, 32>>>(a, b);
}
