// stdio.h. [C17, 7.21]
#define NULL NULL
#define EOF (-1)
