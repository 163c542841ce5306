// expect: racy
// The pointer that is asked for is not the one of the argument.
__global__ void each(int *to, int *count) {
    int *p = count;
    if (!p) p = to;
    p[0] = threadIdx.x;
}

void run(int *to) { each<<<1, 64>>>(to, 0); }
