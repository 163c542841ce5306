// expect: racy
//--local_size=64 --num_groups=1

__kernel void k(__global int *a) {
    const int s[4] = {[2] = 1, 5, [0] = 3};
    a[get_local_id(0) * s[1]] = 1;
}
