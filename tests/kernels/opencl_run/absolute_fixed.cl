// expect: drf
//--local_size=64 --num_groups=1

// What `abs` gives has no sign.
__kernel void near(__global int *a, int n) {
    if (abs(n) - 5 < 0) a[0] = get_local_id(0);
}
