// expect: racy
//--local_size=64 --num_groups=1

__kernel void fill(__global int *a, __local int *b, int x, unsigned y) {
    __local int ghost[64];
    int t = get_local_id(0);
    b[t] = 0;
    __array_snapshot(ghost, b);
    a[t / 2] = __add_noovfl_int(x, 1);
    a[64 + t] = __add_noovfl_unsigned_int(y, 1) + __read_offset_bytes(b) + __atomic_has_taken_value(a, 0, 1);
}
