// expect: racy
//--local_size=64 --num_groups=4

// Whoever makes the copy, it need not be the thread that reads the element.
__kernel void reversed(__global int *a, __global int *b) {
    __local int s[64];
    async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
    b[get_global_id(0)] = s[get_local_id(0)];
}
