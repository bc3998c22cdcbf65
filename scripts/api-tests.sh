#!/usr/bin/env bash
# Lets schemathesis look for answers that the API's document doesn't describe, and for requests that
# make the server fail. Arguments go to `schemathesis run`. The endless event stream is left out.
#
# The first run fetches schemathesis from PyPI into .build/web/api-venv. The server and the fuzzer run
# in a network namespace that nothing can leave, with a home of made-up devices: once without a
# password, once with one, by a session and by a token.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.build/web/api-venv
packages="schemathesis==4.*"
if [ -z "${HOMENET_SEALED:-}" ]; then
  if [ "$(cat "$venv/packages" 2>/dev/null)" != "$packages" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "$packages"
    echo "$packages" >"$venv/packages"
  fi
  scripts/build-debug.sh --product webfixture
  exec scripts/sealed.sh "$0" "$@"
fi

folder=$(mktemp -d)
server=
stop() { [ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" || true; }; server=; }
trap 'stop; rm -rf "$folder"' EXIT

# serve ARGUMENT…: starts the server anew and sets $url to where it is.
serve() {
  stop
  rm -f "$folder/url"
  .build/debug/webfixture --devices 20 --live-ms 200 --tool-ms 0 "$@" >"$folder/url" &
  server=$!
  for _ in $(seq 600); do
    [ -s "$folder/url" ] && break
    sleep 0.1
  done
  url=$(head -n 1 "$folder/url")
  [ -n "$url" ] || { echo "the server did not start" >&2; exit 1; }
}

fuzz() {
  "$venv/bin/schemathesis" --config-file Tests/API/schemathesis.toml run "${url}api/v1/openapi.json" --url "$url" --no-color \
    --exclude-path /api/v1/events --request-timeout 60 --seed 1 --max-examples "${EXAMPLES:-25}" --suppress-health-check all \
    --phases examples,coverage,fuzzing,stateful "$@"
}

printf '== the API, without a password\n'
serve
fuzz "$@"

printf '== the API, with a password and a token\n'
serve --password-file "$folder/password" --password "open sesame" --token-file "$folder/token"
# The log-out ends nothing of a token's.
fuzz -H "Authorization: Bearer $(cat "$folder/token")" "$@"
