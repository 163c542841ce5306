// expect: racy
//--local_size=[8,4,2] --num_groups=[2,2,1]

__kernel void k(__global int *b) { b[get_local_linear_id()] = get_group_id(0); }
