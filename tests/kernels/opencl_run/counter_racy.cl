// expect: racy
//--local_size=64 --num_groups=2

// Each group counts for itself. What additions give is modelled in runs alone.
__kernel void collect(__local unsigned *count, __global unsigned *out) {
    if (get_local_id(0) == 0) *count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    unsigned n = atomic_inc(count);
    out[n] = get_global_id(0);
}
