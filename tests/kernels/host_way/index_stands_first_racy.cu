// expect: racy

// The array stands in the brackets.
__global__ void shift(int *to, int *from) { int x = from[threadIdx.x]; to[threadIdx.x] = x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    int *b = &1[a];
    shift<<<1, 32>>>(a, b);
}
