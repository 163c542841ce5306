// expect: drf
//--local_size=64 --num_groups=4

__kernel void shift(__global int *a, __global const int *b) {
    int i = get_global_id(0);
    a[i] = b[i + 1];
}
