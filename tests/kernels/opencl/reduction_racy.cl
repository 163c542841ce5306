// expect: racy
//--local_size=64 --num_groups=4

kernel void sum(global int *out, global const int *in) {
    local int s[64];
    int i = get_local_id(0);
    s[i] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 32; d > 0; d /= 2) {
        if (i < d) s[i] += s[i + d];
    }
    if (i == 0) out[get_group_id(0)] = s[0];
}
