// expect: drf
//--local_size=[8,4,2] --num_groups=[2,2,1]

__kernel void k(__global int *a) {
    if (get_group_id(0) == 0 && get_group_id(1) == 0) a[get_local_linear_id() + get_global_offset(0)] = get_work_dim();
}
