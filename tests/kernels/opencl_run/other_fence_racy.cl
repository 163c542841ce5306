// expect: racy
//--local_size=64 --num_groups=1

// The barrier orders local memory. That numbers are 0 is modelled in runs alone.
__kernel void shift(__global float *a, __global float *b) {
    int t = get_local_id(0);
    if (b[t] == 0) a[t] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (b[t] == 0) b[64 + t] = a[t ^ 1];
}
