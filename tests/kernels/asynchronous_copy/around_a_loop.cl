// expect: unsupported
//--local_size=64 --num_groups=1

// A copy goes on from one iteration to the next, past a barrier.
__kernel void ahead(__global int *a, __global int *b, int n) {
    __local int s[128];
    event_t copied = async_work_group_copy(s, a, 64, 0);
    for (int i = 0; i < n; i++) {
        wait_group_events(1, &copied);
        barrier(CLK_LOCAL_MEM_FENCE);
        copied = async_work_group_copy(s + 64 * ((i + 1) % 2), a + 64 * (i + 1), 64, 0);
        b[64 * i + get_local_id(0)] = s[64 * (i % 2) + get_local_id(0)];
    }
    wait_group_events(1, &copied);
}
