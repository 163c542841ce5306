// expect: drf
//--local_size=64 --num_groups=1

__kernel void k(__global int *out) {
    int i = get_local_id(0);
    if (__builtin_expect(i >= 32, 0)) i = 95 - i;
    else i = 31 - i;
    out[i] = 1;
}
