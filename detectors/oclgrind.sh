#!/bin/sh
# oclgrind.sh FILE BLOCK GRID: runs the kernel of FILE once under Oclgrind, on arrays of zeros. What is run is
# described in a `.sim` file: the program, the kernel, the sizes of the launch, and a line for each argument.
# Ends with 77 where there is not one kernel whose head stands in one line, it cannot be compiled, or Oclgrind is not
# here. The shell reads the file itself: each process more costs as much as a small kernel.
file=$1 block=$2 grid=$3
command -v oclgrind-kernel >/dev/null || exit 77
kernel='' parameters=''
while IFS= read -r line || [ -n "$line" ]; do
    case $line in
        *'__kernel void '*'('*')'*)
            # A second one is one too many.
            [ -z "$kernel" ] || exit 77
            head=${line#*__kernel void }
            kernel=${head%%(*} parameters=${head#*(}
            parameters=${parameters%%)*}
            ;;
    esac
done <"$file"
case $kernel in '' | [0-9]* | *[!A-Za-z_0-9]*) exit 77 ;; esac
case $parameters in *'('*) exit 77 ;; esac
IFS=,
set -- $block $grid
global="$(($1 * $4)) $(($2 * $5)) $(($3 * $6))"
{
    printf '%s\n%s\n%s\n%s\n' "$file" "$kernel" "$global" "$1 $2 $3"
    for parameter in $parameters; do
        case $parameter in
            *__local*'*'*) echo '<size=65536>' ;;
            *'*'*) echo '<size=65536 fill=0>' ;;
            *long* | *double*) echo '<size=8 fill=0>' ;;
            *char*) echo '<size=1 fill=0>' ;;
            *short*) echo '<size=2 fill=0>' ;;
            *) echo '<size=4 fill=0>' ;;
        esac
    done
} >run.sim
# Without optimization every access of the kernel is made. Equal values are a race to the standard, too.
oclgrind-kernel --build-options -cl-opt-disable --data-races --uniform-writes --max-errors 20 run.sim >said.txt 2>&1
status=$?
# What the compiler warns of is not shown, how often it does is.
[ ! -s said.txt ] || sed '/^[0-9]* warnings\{0,1\} generated\.$/d' said.txt
[ "$status" = 0 ] || ! grep -q '^Build failure' said.txt || exit 77
exit $status
