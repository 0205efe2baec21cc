#!/bin/sh
# contains.sh WORD FILE: says in mlir-reduce's way, by 1, that FILE has WORD.
! grep -q "$1" "$2"
