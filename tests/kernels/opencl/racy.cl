// expect: racy
//--local_size=64 --num_groups=4

__kernel void shift(__global int *a) {
    int i = get_global_id(0);
    a[i] = a[i + 1];
}
