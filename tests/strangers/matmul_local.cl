#include "matmul_config.h"

#ifndef TS
#define TS 16
#endif

// C = A * B, column-major, M x N x K; M, N, K are multiples of TS; local size TS x TS
__kernel void gemm(const int M, const int N, const int K,
                   const __global float* A, const __global float* B, __global float* C) {

    const int row = get_local_id(0);
    const int col = get_local_id(1);
    const int globalRow = TS*get_group_id(0) + row;
    const int globalCol = TS*get_group_id(1) + col;

    __local float Asub[TS][TS];
    __local float Bsub[TS][TS];

    float acc = 0.0f;
    const int numTiles = K/TS;
    for (int t=0; t<numTiles; t++) {
        const int tiledRow = TS*t + row;
        const int tiledCol = TS*t + col;
        Asub[col][row] = A[tiledCol*M + globalRow];
        Bsub[col][row] = B[globalCol*K + tiledRow];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k=0; k<TS; k++) {
            acc += Asub[k][row] * Bsub[col][k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[globalCol*M + globalRow] = acc;
}

__kernel void scale(__global float *C, const float f, const int n) {
    int i = get_global_id(0);
    if (i < n) C[i] *= f;
}
// expect gemm: racy, assuming missing-header, launch -- nothing in the file ties M to the launch: with more than M rows, two work-items have one element of C
// expect scale: race free, assuming missing-header, launch -- one element for each work-item
