// expect: drf
//--local_size=64 --num_groups=4

__kernel void both(__global int *a, __global int *b) {
    __local int s[64];
    __local int t[64];
    event_t copied[2];
    copied[0] = async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
    copied[1] = async_work_group_copy(t, b + 64 * get_group_id(0), 64, 0);
    wait_group_events(2, copied);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    a[get_global_id(0)] = s[get_local_id(0)];
    b[get_global_id(0)] = t[get_local_id(0)];
}
