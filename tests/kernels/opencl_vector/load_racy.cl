// expect: racy
//--local_size=64 --num_groups=1

kernel void shift(global int *a) {
    int i = get_global_id(0);
    vstore4(vload4(i + 1, a), i, a);
}
