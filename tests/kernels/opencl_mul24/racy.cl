// expect: racy
// flags: --block-dim [8,8] --grid-dim [2,2]
__kernel void k(__global uint *a, const int w) {
    const uint x = get_global_id(0), y = get_global_id(1);
    a[mul24(y, 2u) + x] = x;
}
