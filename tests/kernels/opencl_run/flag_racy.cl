// expect: racy
//--local_size=64 --num_groups=1

__kernel void own(__global int *a) {
    if (CLK_LOCAL_MEM_FENCE - 2 < 5) a[0] = get_local_id(0);
}
