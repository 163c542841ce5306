// expect: drf
//--blockDim=64 --gridDim=1

__device__ void exchange(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void reverse(int *a) { exchange(a); }
