// expect: racy
// flags: --timeout 20

kernel void fill(global float *a) { a[get_global_linear_id() / 2] = 1; }
