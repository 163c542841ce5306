// expect: racy
//--local_size=64 --num_groups=1

kernel void shift(read_write image2d_t image) {
    int i = get_local_id(0);
    float4 next = read_imagef(image, (int2)(i + 1, 0));
    write_imagef(image, (int2)(i, 0), next);
}
