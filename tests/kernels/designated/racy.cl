// expect: racy
//--local_size=64 --num_groups=1

typedef struct {
    int x, y;
} Pair;

__kernel void k(__global int *a) {
    int t = get_local_id(0);
    Pair p = {.y = t, .x = 1};
    a[p.x] = 1;
}
