// expect: drf
//--local_size=64 --num_groups=1

__kernel void k(__global int *a) {
    __local int s[64];
    int l = get_local_id(0);
    s[l] = l;
    barrier(0);
    a[63 - l] = s[l];
}
