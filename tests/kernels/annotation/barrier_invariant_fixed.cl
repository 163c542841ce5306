// expect: drf
//--local_size=64 --num_groups=1

__kernel void sums() {
    __local int s[64];
    s[get_local_id(0)] = 0;
    __barrier_invariant_1(s[get_local_id(0)] == 0, get_local_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) % 2 == 0) s[get_local_id(0)] += s[get_local_id(0) + 1];
    __read_permission(int, s[get_local_id(0)]);
}
