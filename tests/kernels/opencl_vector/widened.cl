// expect: drf
//--local_size=64 --num_groups=1

__kernel void fill(__global int4 *a, __global int4 *b) {
    int4 places = get_local_id(0);
    a[places.z] = 1;
    b[places.w] = max(b[places.x], a[places.y]);
}
