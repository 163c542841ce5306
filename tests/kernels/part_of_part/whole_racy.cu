// expect: racy
#define ROWS 2
#include "by_rows_drf.cu"
int main() { go(nullptr); }
