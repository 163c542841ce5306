// expect: drf

// Nothing writes `c`: what tests it, or is given its value, only reads it.
static __device__ int c = 0;
__device__ int same(int x) { return x; }

__global__ void k(int *o) {
    if (c) o[0] = threadIdx.x;
    if ((c) == 1) o[0] = threadIdx.x;
    if (same(c)) o[0] = threadIdx.x;
    o[c ? 0 : threadIdx.x + 1] = 1;
    switch (c) {
    case 1: o[0] = threadIdx.x;
    }
}

int main() {
    int *o;
    cudaMalloc(&o, 400);
    k<<<1, 64>>>(o);
}
