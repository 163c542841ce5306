// expect: potential
//--local_size=64 --num_groups=1

DECLARE_UF_BINARY(add, unsigned, unsigned, unsigned);

__kernel void sums(__global unsigned *a) { a[add(get_global_id(0), 1)] = get_global_id(0); }
