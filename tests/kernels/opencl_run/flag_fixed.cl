// expect: drf
//--local_size=64 --num_groups=1

// The flags are numbers of type `int`: 1 - 2 is less than 0.
__kernel void own(__global int *a) {
    if (CLK_LOCAL_MEM_FENCE - 2 > 5) a[0] = get_local_id(0);
    if (memory_scope_device - 4 > 5) a[1] = get_local_id(0);
}
