// expect: unsupported
// flags: --warp-sync=64
//--local_size=64 --num_groups=1

__kernel void reversed(__global int *a, __global int *b) {
    __local int s[64];
    async_work_group_copy(s, a, 64, 0);
    b[get_local_id(0)] = s[get_local_id(0)];
}
