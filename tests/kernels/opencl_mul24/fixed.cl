// expect: drf
// flags: --block-dim [8,8] --grid-dim [2,2]
__kernel void k(__global float *a, const int w) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (w < 0 || w > 1000000 || x >= w) return;
    a[mad24(y, w, x)] = 1;
}
