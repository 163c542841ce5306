// expect: racy
#include "cells_racy.cu"
void go(int *a) { cells<<<2, 64>>>(a); }
