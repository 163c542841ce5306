// expect: drf
//--local_size=64 --num_groups=1

__kernel void mixed(__global int4 *a, __global int8 *b, uint4 mask, uint8 other) {
    int i = get_local_id(0);
    b[i] = shuffle2(a[i], shuffle(a[i], mask), other);
}
