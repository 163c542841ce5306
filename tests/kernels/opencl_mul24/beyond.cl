// expect: potential
// flags: --block-dim [8,8] --grid-dim [2,2]
// Where `w` has more than 24 bits, the implementation defines what this is.
__kernel void k(__global float *a, const int w, const int h) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    a[mad24(y, w, x)] = 1;
}
