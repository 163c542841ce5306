// expect: drf
//--local_size=64 --num_groups=1

__kernel void rows(__global const int *a, __global int *b, int n) {
    __local int s[64];
    for (int i = 0; i < n; i++) {
        event_t copied = async_work_group_copy(s, a + 64 * i, 64, 0);
        wait_group_events(1, &copied);
        barrier(CLK_LOCAL_MEM_FENCE);
        b[64 * i + get_local_id(0)] = s[63 - get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
