// expect: drf

#define SIZE 128

#include "ruled_drf.cu"

void launch(float *out) { ruled<<<16, SIZE>>>(out); }
