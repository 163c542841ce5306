// expect: unsupported
//--local_size=64 --num_groups=1

// All threads have to give the same.
__kernel void own(__global int *a) {
    __local int s[64];
    event_t copied = async_work_group_copy(s, a + get_local_id(0), 64, 0);
    wait_group_events(1, &copied);
}
