// expect: racy
// flags: --kernel k

// `c` is what the function refers to.
static __device__ int c = 0;
__device__ int add(int &x) { return x++; }
__global__ void w() { if (threadIdx.x == 0) add(c); }

__global__ void k(int *o) {
    if (c > 0) o[0] = threadIdx.x;
}

int main() {
    int *o;
    cudaMalloc(&o, 400);
    w<<<1, 64>>>();
    k<<<1, 64>>>(o);
}
