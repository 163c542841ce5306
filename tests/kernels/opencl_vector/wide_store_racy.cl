// expect: racy
//--local_size=64 --num_groups=1

__kernel void parts(__global float *a, __global float8 *b) {
    vstore8(b[get_local_id(0)], 0, a + 4 * get_local_id(0));
}
