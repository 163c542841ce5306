// expect: racy
//--local_size=64 --num_groups=1

// Whether the sum overflows hangs on what is read.
__kernel void sum(__local int *a) {
    int x = 0;
    for (int i = 0; i < 64; i++) x += a[i];
    a[get_local_id(0)] = x;
}
