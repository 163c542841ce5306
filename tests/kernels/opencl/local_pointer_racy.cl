// expect: racy
//--local_size=64 --num_groups=4

__kernel void reverse(__global int *a, __local int *s) {
    uint i = get_local_id(0);
    __local int *next = s + i + 1;
    s[i] = a[get_global_id(0)];
    *next = 7;
}
