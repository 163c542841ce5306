// expect: drf
// Each thread has a value, which is its own.
__global__ void mark(int *to) {
    int own;
    own = threadIdx.x;
    to[own] = threadIdx.x;
}

void run(int *to) { mark<<<1, 64>>>(to); }
