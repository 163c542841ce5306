// expect: drf
#include "cells_racy.cu"
void go(int *a) { cells<<<1, 64>>>(a); }
