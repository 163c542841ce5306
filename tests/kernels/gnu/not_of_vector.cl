// expect: unsupported
//--local_size=64 --num_groups=1

__kernel void k(__global int *a, int2 v) {
    int2 w = !v;
    a[get_local_id(0) * w.x] = 1;
}
