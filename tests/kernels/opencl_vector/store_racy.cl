// expect: racy
//--local_size=64 --num_groups=1

kernel void store(global int *a) {
    int i = get_global_id(0);
    vstore2((int2)(i, 1), i, a + (i & 1));
}
