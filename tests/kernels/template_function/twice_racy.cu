// expect: racy
// One function is one instance, whether its address is taken or not: both calls have one array.
__device__ int one(int x) { return x + 1; }
__device__ int two(int x) { return x + 2; }
template <int (*f)(int)>
__device__ int passed(int x) {
    __shared__ int s[64];
    s[threadIdx.x] = f(x);
    __syncthreads();
    return s[63 - threadIdx.x];
}
__global__ void k(int *out) {
    int x = passed<one>(threadIdx.x);
    out[threadIdx.x] = x + passed<&one>(x);
}
void launch(int *out) { k<<<1, 64>>>(out); }
