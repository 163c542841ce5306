// expect: drf
//--local_size=64 --num_groups=1

uchar3 given(void);

__kernel void shifts(__global uchar3 *a) {
    uchar3 v = given();
    v <<= v;
    a[get_local_id(0)] = v ^ v;
}
