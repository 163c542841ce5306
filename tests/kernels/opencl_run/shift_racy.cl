// expect: racy
//--local_size=64 --num_groups=1

// By 33 is by 1.
__kernel void halves(__global int *a) {
    int t = get_local_id(0);
    a[t >> 33] = t;
}
