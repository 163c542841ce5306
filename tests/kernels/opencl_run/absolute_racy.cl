// expect: racy
//--local_size=64 --num_groups=1

__kernel void near(__global int *a, int n) {
    if ((int)abs(n) - 5 < 0) a[0] = get_local_id(0);
}
