// expect: unsupported
//--local_size=64 --num_groups=1

// Two barriers that one macro makes stand at one place, and order different memory.
#define BOTH barrier(CLK_LOCAL_MEM_FENCE); barrier(CLK_GLOBAL_MEM_FENCE)

__kernel void k(__global int *a, __local int *b) {
    int i = get_local_id(0);
    a[i] = b[i] = i;
    BOTH;
    a[63 - i] += b[63 - i];
}
