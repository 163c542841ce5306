// expect: drf
//--blockDim=64 --gridDim=1

__global__ void vote(int *a, long long *b, float *f) {
    int i = threadIdx.x, all;
    int same = __match_all_sync(0xffffffff, a[i], &all);
    a[i] = __any(a[i]) + __ballot(1) + __match_any_sync(0xffffffff, b[i]) + same + all;
    b[i] = __shfl_xor_sync(0xffffffff, b[i], 1);
    f[i] = __shfl_down(f[i], 1) + __shfl_up(f[i], 1, 16) + __reduce_add_sync(0xffffffff, i);
}
