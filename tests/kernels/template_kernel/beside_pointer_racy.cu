// expect: racy
// flags: --kernel k

// The template beside it is not read, which is given the variable.
__device__ int s = 1;
template <int *const p> __global__ void w() { *p = 0; }
__global__ void k(int *a) { a[threadIdx.x * s] = threadIdx.x; }
int main() {
    int *a;
    cudaMalloc(&a, 400);
    w<&s><<<1, 1>>>();
    k<<<1, 64>>>(a);
}
