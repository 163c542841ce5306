#!/bin/sh
# oclgrind.sh FILE BLOCK GRID: runs the kernel of FILE once under Oclgrind, on arrays of zeros. What is run is
# described in a `.sim` file: the program, the kernel, the sizes of the launch, and a line for each argument.
# Ends with 77 where there is not one kernel whose head stands in one line, it cannot be compiled, or Oclgrind is not
# here.
file=$1 block=$2 grid=$3
command -v oclgrind-kernel >/dev/null || exit 77
head='s/.*__kernel void \([A-Za-z_][A-Za-z_0-9]*\)(\([^()]*\)).*'
kernel=$(sed -n "$head/\1/p" "$file")
case $kernel in '' | *[!A-Za-z_0-9]*) exit 77 ;; esac
parameters=$(sed -n "$head/\2/p" "$file")
global=''
for axis in 1 2 3; do
    global="$global$(($(echo "$block" | cut -d, -f$axis) * $(echo "$grid" | cut -d, -f$axis))) "
done
{
    echo "$file"
    echo "$kernel"
    echo "$global"
    echo "$block" | tr , ' '
    IFS=,
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
sed '/^[0-9]* warnings\{0,1\} generated\.$/d' said.txt
grep -q '^Build failure' said.txt && exit 77
exit $status
