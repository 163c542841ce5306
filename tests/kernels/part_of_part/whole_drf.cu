// expect: drf
#define COLUMNS 1
#include "by_columns_racy.cu"
int main() { go(nullptr); }
