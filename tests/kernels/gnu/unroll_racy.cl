// expect: racy
//--local_size=64 --num_groups=1

__kernel void k(__global int *a) {
    int t = get_local_id(0);
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < 2; i++) a[t + i] = i;
}
