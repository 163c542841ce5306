// expect: racy
//--local_size=64 --num_groups=1

__kernel void shift(__global int *a) {
    __local int s[65];
    int l = get_local_id(0);
    s[l] = l;
    a[l] = 0;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    a[63 - l] = s[l + 1];
}
