// expect: potential
// flags: --block-dim 64 --grid-dim 1
__kernel void k(__global int *a, const uint n) {
    if (n >= 0x1000000) a[mul24(n, n)] = get_global_id(0);
}
