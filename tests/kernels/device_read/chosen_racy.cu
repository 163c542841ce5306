// expect: racy
// flags: --kernel k

// The one that is chosen is written.
static __device__ int c = 0;
static __device__ int d = 0;
__global__ void w(int n) { (n ? d : c) = 1; }

__global__ void k(int *o) {
    if (c > 0) o[0] = threadIdx.x;
}

int main() {
    int *o;
    cudaMalloc(&o, 400);
    w<<<1, 1>>>(0);
    k<<<1, 64>>>(o);
}
