// expect: racy
//--local_size=64 --num_groups=1

// Two iterations copy to one place.
__kernel void rows(__global const int *a, int n) {
    __local int s[64];
    for (int i = 0; i < n; i++) async_work_group_copy(s, a + 64 * i, 64, 0);
}
