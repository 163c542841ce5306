// expect: racy
//--blockDim=64 --gridDim=1

__global__ void vote(int *a) {
    int next = a[threadIdx.x ^ 1];
    a[threadIdx.x] = next;
    __syncthreads_or(next > 0);
}
