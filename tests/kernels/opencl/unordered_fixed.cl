// expect: drf
//--local_size=64 --num_groups=4

__kernel void reverse(__global int *a) {
    __local int s[64];
    int l = get_local_id(0);
    s[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = s[63 - l];
}
