// expect: racy
//--local_size=64 --num_groups=4

// What one group writes last is where the next one begins.
__kernel void spread(__global int *a) {
    __local int s[64];
    s[get_local_id(0)] = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied = async_work_group_strided_copy(a + 64 * get_group_id(0), s, 64, 2, 0);
    wait_group_events(1, &copied);
}
