// expect: potential
//--local_size=64 --num_groups=1

// Nobody knows the sum.
__kernel void fill(__global int *a) { a[__add_noovfl_int(get_local_id(0), 1)] = 1; }
