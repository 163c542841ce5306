// expect: drf
//--local_size=64 --num_groups=1

__kernel void shift(__local float *a, __global float *b) {
    int t = get_local_id(0);
    if (b[t] == 0) a[t] = 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (b[t] == 0) b[64 + t] = a[t ^ 1];
}
