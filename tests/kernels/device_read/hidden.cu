// expect: drf

// What other functions call `c` is a variable of their own.
static __device__ int c = 0;
int counted(int c) { return ++c; }
int local() { int c = 1; return c++; }

__global__ void k(int *o) {
    if (c > 0) o[0] = threadIdx.x;
}

int main() {
    int *o;
    cudaMalloc(&o, 400);
    k<<<1, 64>>>(o);
}
