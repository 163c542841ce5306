// expect: racy
// flags: --kernel k

// `::c` is that of the file, everywhere.
static __device__ int c = 0;
__global__ void w() {
    int c = threadIdx.x;
    if (c == 0) ::c = 1;
}

__global__ void k(int *o) {
    if (c > 0) o[0] = threadIdx.x;
}

int main() {
    int *o;
    cudaMalloc(&o, 400);
    w<<<1, 64>>>();
    k<<<1, 64>>>(o);
}
