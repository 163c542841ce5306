// expect: racy
//--local_size=64 --num_groups=1

struct place { int row, column; };

__kernel void fill(__global int *a) {
    struct place p;
    p = (struct place){get_local_id(0) / 2, get_local_id(0)};
    a[p.row] = p.column;
}
