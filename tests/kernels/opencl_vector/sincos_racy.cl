// expect: racy
//--local_size=64 --num_groups=1

__kernel void both(__global float *a) {
    float s = sincos(get_local_id(0), a);
}
