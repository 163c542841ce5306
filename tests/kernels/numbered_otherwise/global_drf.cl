// expect: drf
// flags: --block-dim 8,8 --grid-dim 2,2 --timeout 20

kernel void fill(global float *a) { a[get_global_linear_id()] = 1; }
