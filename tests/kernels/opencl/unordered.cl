// expect: racy
//--local_size=64 --num_groups=4

__kernel void shift(__global int *a) {
    int next = a[get_global_id(0) + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = next;
}
