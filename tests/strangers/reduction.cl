/* Sum of an array on OpenCL devices. Two variants. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifndef REAL
#define REAL float
#endif

__kernel void sum_local(__global const REAL *in, __global REAL *partial, __local REAL *scratch, const uint n)
{
    const uint gid = get_global_id(0);
    const uint lid = get_local_id(0);

    scratch[lid] = gid < n ? in[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (lid < s)
            scratch[lid] += scratch[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[get_group_id(0)] = scratch[0];
}

__kernel void sum_local_fast(__global const REAL *in, __global REAL *partial, __local REAL *scratch, const uint n)
{
    const uint gid = get_global_id(0);
    const uint lid = get_local_id(0);

    scratch[lid] = gid < n ? in[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (lid < s)
            scratch[lid] += scratch[lid + s];
        if (s > 32)
            barrier(CLK_LOCAL_MEM_FENCE);   /* a wavefront runs in step anyway */
    }
    if (lid == 0)
        partial[get_group_id(0)] = scratch[0];
}
// expect sum_local: race free, assuming launch -- a barrier in each round
// expect sum_local_fast: racy, assuming launch -- work-items are independent: the last rounds have no barrier
