// expect: divergence
//--local_size=64 --num_groups=1

__kernel void half(__global int *a) {
    __local int s[64];
    event_t copied = async_work_group_copy(s, a, 64, 0);
    if (get_local_id(0) < 32) wait_group_events(1, &copied);
}
