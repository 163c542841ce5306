// expect: racy
//--local_size=64 --num_groups=1

__kernel void k(__global int *a, int n) {
    __local int s[64];
    int l = get_local_id(0);
    for (int i = 0; i < n; i++) {
        s[l] = a[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        a[63 - l] = s[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
