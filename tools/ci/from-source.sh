#!/usr/bin/env bash
# A fresh clone after `npm ci`, nothing built: the commands run from source, whatever Node the system has.
set -euo pipefail
cd "$(dirname "$0")/../.."
consumer=$PWD/tools/ci/consumer
pinned=$(npx node -p 'process.execPath')
clone=$(mktemp -d)
server=
clean_up() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf "$clone"
}
trap clean_up EXIT
unset "${!SVC_@}" NODE_OPTIONS
git clone --quiet . "$clone/svc"
cd "$clone/svc"

try() {
  npx @svc/sandbox --version >/dev/null
  npx @svc/conformance --help >/dev/null
  rm -f "$clone/start.json"
  npx @svc/sandbox serve --database :memory: --port 0 --seed hostel --json >"$clone/start.json" &
  server=$!
  for _ in $(seq 1 300); do [ -s "$clone/start.json" ] && break; sleep 0.1; done
  npx node "$consumer/look-at-server.mjs" "$clone/start.json"
  kill -TERM "$server" && { wait "$server" || true; }
  server=
  npx @svc/sandbox exec --seed hostel -- sh examples/shell/record-payment.sh >/dev/null
  npx @svc/sandbox exec --seed hostel -- npx @svc/conformance --only 4.1 4.4 >/dev/null
  echo "works from source on a system with $(node --version)"
}

# With the pinned Node in front, as on a machine that has it, and on the system's own, on which CI itself has installed.
system_path=$PATH
mkdir "$clone/bin" && ln -s "$pinned" "$clone/bin/node"
export PATH="$clone/bin:$PATH"
npm ci >"$clone/install.txt" 2>&1 || { cat "$clone/install.txt"; exit 1; }
# A new user should see no warnings.
if grep -i warn "$clone/install.txt"; then exit 1; fi
try
export PATH=$system_path
try
