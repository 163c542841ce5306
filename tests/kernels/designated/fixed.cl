// expect: drf
//--local_size=64 --num_groups=1

typedef struct {
    int x, y;
} Pair;

__kernel void k(__global int *a) {
    int t = get_local_id(0);
    Pair p = {.y = t, .x = 1};
    Pair q = (Pair){.y = 64};
    const int s[4] = {[2] = 1, 5, [0] = 3};
    a[p.y * s[2] + q.x + s[1]] = p.x;
}
