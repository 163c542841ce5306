#!/bin/sh
# tsan.sh FILE BLOCK GRID: runs the kernel of FILE once as C++ under ThreadSanitizer, each of its threads as
# one of the machine. Ends with 77 where it cannot be compiled, or needs what is not here.
file=$1 block=$2 grid=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/host.sh"
host "$file" || exit 77
# Blocks run at once: what each has of its own would be one.
case $grid in 1,1,1) ;; *) grep -q __shared__ "$file" && exit 77 ;; esac
{
    echo "#include \"$here/tsan.hpp\""
    cat "$file"
    echo "int main() { $declarations return launch({$grid}, {$block}, [=] { $kernel($arguments); }); }"
} >run.cpp
# Without optimization: every access of the kernel is made.
g++ -std=c++17 -O0 -g1 -w -fsanitize=thread -pthread -o run run.cpp 2>compiler.txt || {
    cat compiler.txt
    exit 77
}
export TSAN_OPTIONS='halt_on_error=1:exitcode=66:history_size=7'
# Some systems place memory where ThreadSanitizer cannot have it.
if setarch -R true 2>/dev/null; then exec setarch -R ./run; fi
exec ./run
