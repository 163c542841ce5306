// expect: racy

#include "../part_racy.cu"
