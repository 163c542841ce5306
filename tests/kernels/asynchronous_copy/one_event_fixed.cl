// expect: drf
//--local_size=64 --num_groups=1

__kernel void rows(__global const int *a, __global int *b) {
    __local int s[128];
    event_t copied = async_work_group_copy(s, a, 64, 0);
    copied = async_work_group_copy(s + 64, a + 128, 64, copied);
    wait_group_events(1, &copied);
    barrier(CLK_LOCAL_MEM_FENCE);
    b[get_local_id(0)] = s[127 - get_local_id(0)];
}
