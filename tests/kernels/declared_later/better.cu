// expect: unsupported

// In C++ the call means the function before it, though the other one fits better.
__device__ int place(long i) { return i; }

__global__ void k(int *a) {
    int i = threadIdx.x;
    a[place(i)] = 1;
}

__device__ int place(int i) { return i / 2; }

void run(int *a) { k<<<1, 64>>>(a); }
