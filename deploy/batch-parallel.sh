#!/bin/bash
# A batch in shards, or one long search in parts, by GNU parallel: on this machine, or on those of a list that it logs into (--sshloginfile).
#
#   deploy/batch-parallel.sh 8 boards.txt                                   shards of a file with a puzzle a line
#   deploy/batch-parallel.sh 8 "tiles 5x5 ..."                              parts of one puzzle of sliding tiles
#   deploy/batch-parallel.sh 8 boards.txt --sshloginfile hosts --workdir .  the same folder on all machines
#
# What all shards or parts together say is written to standard output; their records stay in the folder answers. Run again, shards go on
# and parts that have a record are left alone.
set -euo pipefail

of=${1:?how many shards or parts} what=${2:?a file of puzzles, or a puzzle}
shift 2
mkdir -p answers
if [ -f "$what" ]; then
    words=(solve --in "$what" --shard "{}/$of" --output "answers/{}.jsonl" --resume)
else
    words=(solve "$what" --part "{}/$of" --output "answers/{}.jsonl")
fi
# Exit codes of saltus say how puzzles ended, and are no reason to stop; merge says what is missing.
parallel --quote --will-cite "$@" saltus "${words[@]}" --format json --threads 1 ::: $(seq "$of") || true
mapfile -t files < <(seq -f "answers/%g.jsonl" "$of")
if [ -f "$what" ]; then
    exec saltus merge "${files[@]}" --in "$what"
fi
exec saltus merge "${files[@]}"
