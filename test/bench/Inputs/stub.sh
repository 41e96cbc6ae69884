#!/usr/bin/env bash
# Stands in for a program of a pack: reports a run of 2 ms for each variant, a wrong one for `wrong`, and nothing where `crash` or `slow` is among them.
json= variants=
for word in "$@"; do
  case $word in
    --json=*) json=${word#*=} ;;
    --variant=*) variants=${word#*=} ;;
  esac
done
case ,$variants, in
  *,crash,*) echo "error: variant \`crash\`: no luck" >&2; exit 2 ;;
  *,slow,*) sleep 10 ;;
esac
runs= right=0
for variant in ${variants//,/ }; do
  verified=true
  [ "$variant" != wrong ] || { verified=false; right=2; }
  runs+=${runs:+,}"{\"variant\": \"$variant\", \"mapping\": \"m\", \"rounds\": 3, \"run_ms\": 2, \"repetitions_ms\": [1, 2, 4], \"verified\": $verified}"
  printf 'memory of variant `%s`, in bytes\n  graph       targets 4000\n  sum         5000\n' "$variant"
done
echo "{\"program\": \"stub\", \"device\": \"none\", \"times\": {\"copy_ms\": 5}, \"graph\": {\"name\": \"g\", \"nodes\": 5, \"edges\": 6}, \"runs\": [$runs]}" > "$json"
exit $right
