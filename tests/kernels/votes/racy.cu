// expect: racy
//--blockDim=64 --gridDim=1

__global__ void vote(int *a, int *all) {
    a[threadIdx.x] = __match_all_sync(0xffffffff, a[threadIdx.x], all);
}
