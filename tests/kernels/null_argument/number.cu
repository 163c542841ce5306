// expect: drf
// The number 0 is a null pointer.
__global__ void each(int *to, int *debug) {
    to[threadIdx.x] = threadIdx.x;
    if (debug) debug[0] = threadIdx.x;
}

void run(int *to) { each<<<1, 64>>>(to, 0); }
