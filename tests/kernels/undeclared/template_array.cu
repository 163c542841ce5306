// expect: drf
//--blockDim=32 --gridDim=1

#include <mma.h>
#include "tiles.h"

__global__ void fill(float *a) {
    tiles::part<tiles::left, 16, float> parts[2][3];
    float sum = 0;
    for (int n = 0; n < 2; n++) sum += parts[n][0];
    a[threadIdx.x] = sum;
}
