#!/usr/bin/env bash
# Shows how far `swift build` is, whose output is read from standard input: on a terminal in one line
# that is written anew, elsewhere a line every 15 seconds, also while one step takes minutes. What is
# no step (errors, warnings, downloads) is shown as it is.
#
# usage: swift build … 2>&1 | scripts/build-progress.sh NAME [SECONDS_BETWEEN_LINES]
set -uo pipefail
name=${1:?name what is built}
interval=${2:-15}
if [ -t 1 ]; then terminal=yes; interval=1; else terminal=no; fi

step= percent=0 counts= shown=-1

duration() { # SECONDS
  if [ "$1" -lt 60 ]; then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi
}

show() {
  local line="building $name: $(duration $SECONDS)"
  # The number of steps grows while packages are looked at, so the percentage is of those known now.
  [ -z "$counts" ] || line+=", $percent % ($counts steps), $step"
  if [ "$terminal" = yes ]; then
    # COLUMNS isn't set in a script; 80 fits nearly everywhere.
    local width
    width=$(tput cols 2>/dev/null || echo 80)
    printf '\r\e[K%s' "${line:0:$((width - 1))}"
  else
    printf '%s\n' "$line"
  fi
  shown=$SECONDS
}

clear_line() { [ "$terminal" = no ] || printf '\r\e[K'; }

partial=
while true; do
  if IFS= read -r -t 1 line; then
    line=$partial$line
    partial=
  else
    # Above 128: nothing came for a second, or only the beginning of a line.
    code=$?
    partial+=${line:-}
    if [ "$code" -le 128 ]; then break; fi
    [ $((SECONDS - shown)) -lt "$interval" ] || show
    continue
  fi
  if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*)$ ]]; then
    counts="${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
    [ "${BASH_REMATCH[2]}" -eq 0 ] || percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    step=${BASH_REMATCH[3]}
    [ $((SECONDS - shown)) -lt "$interval" ] || show
  elif [ -n "$line" ]; then
    clear_line
    printf '%s\n' "$line"
  fi
done
clear_line
[ -z "$partial" ] || printf '%s\n' "$partial"
