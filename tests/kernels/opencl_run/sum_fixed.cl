// expect: drf
//--local_size=64 --num_groups=1

__kernel void sum(__local int *a) {
    int x = 0;
    for (int i = 0; i < 64; i++) x += a[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_local_id(0)] = x;
}
