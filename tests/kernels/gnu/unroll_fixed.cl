// expect: drf
//--local_size=64 --num_groups=1

__kernel void k(__global int *a, int n) {
    int t = get_local_id(0);
    __attribute__((opencl_unroll_hint(4))) for (int i = 0; i < n; i++) a[t] += i;
    int i = 2;
    __attribute__((opencl_unroll_hint)) while (i < 4) a[i++ * 64 + t] = 1;
}
