// expect: drf
//--blockDim=64 --gridDim=1

__global__ void vote(int *a) {
    int next = a[threadIdx.x ^ 1];
    int any = __syncthreads_or(next > 0);
    a[threadIdx.x] = any;
}
