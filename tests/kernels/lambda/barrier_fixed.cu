// expect: drf
//--blockDim=64 --gridDim=1

__global__ void reverse(int *a) {
    __shared__ int s[64];
    auto wait = [] { __syncthreads(); };
    s[threadIdx.x] = a[threadIdx.x];
    wait();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
