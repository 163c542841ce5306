// expect: drf
//--local_size=64 --num_groups=1

__kernel void k(__global int *a) {
    __local int s[64];
    int l = get_local_id(0);
    s[l] = l;
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE, memory_scope_work_group);
    a[l] = s[63 - l];
}
