// expect: drf
//--local_size=64 --num_groups=4

__kernel void reverse(__global int *a, __local int *s) {
    uint i = get_local_id(0);
    __local int *mine = s + i;
    *mine = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    a[get_global_id(0)] = s[get_local_size(0) - 1 - i];
}
