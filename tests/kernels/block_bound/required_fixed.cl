// expect: drf

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void k(__global int *a) {
    if (get_group_id(0) == 0 && get_group_id(1) == 0) a[get_local_id(1) * 8 + get_local_id(0)] = get_local_id(0);
}
