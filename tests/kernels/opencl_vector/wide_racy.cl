// expect: racy
//--local_size=64 --num_groups=1

__kernel void components(__global int16 *a) {
    int i = get_local_id(0);
    a[i].sf = 1;
    a[63 - i].sF = 2;
}
