// expect: drf
//--local_size=64 --num_groups=1

// By 32 is by 0.
__kernel void own(__global int *a) {
    int t = get_local_id(0);
    a[t >> 32] = t;
}
