// expect: racy
//--local_size=64 --num_groups=1

__kernel void fill(__global int4 *a) {
    int4 places = get_local_id(0) / 2;
    a[places.w] = places;
}
