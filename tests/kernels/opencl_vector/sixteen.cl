// expect: drf
//--local_size=64 --num_groups=1

__kernel void put(__global int *a) {
    a[get_local_id(0) * sizeof(uchar16) / 16] = get_local_id(0);
}
