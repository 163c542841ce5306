// expect: drf
//--local_size=64 --num_groups=2

__kernel void collect(__local unsigned *count, __global unsigned *out) {
    if (get_local_id(0) == 0) *count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    unsigned n = atomic_inc(count);
    out[get_global_id(0)] = n;
}
