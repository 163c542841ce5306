// expect: potential
// Threads meet only where a variable without a value is the index.
__global__ void mark(int *to, int n) {
    int own[2];
    if (threadIdx.x < n) own[0] = threadIdx.x;
    to[own[0]] = threadIdx.x;
}

void run(int *to, int n) { mark<<<1, 64>>>(to, n); }
