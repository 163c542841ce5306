// expect: racy
//--local_size=64 --num_groups=1

kernel void write(global int *a) {
    int i = get_global_id(0);
    int4 at = (int4)(i, i / 2, (int2)(0, 0));
    a[at.yx.x] = 1;
}
