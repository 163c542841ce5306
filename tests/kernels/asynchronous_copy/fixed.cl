// expect: drf
//--local_size=64 --num_groups=4

__kernel void reversed(__global int *a) {
    __local int s[64];
    event_t copied = async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
    wait_group_events(1, &copied);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    a[get_global_id(0)] = s[63 - get_local_id(0)];
}
