#!/usr/bin/env bash
# A fresh clone after `npm ci`, nothing built: the bins run from source, also on an older system Node.
set -euo pipefail
cd "$(dirname "$0")/../.."
clone=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi; rm -rf "$clone"' EXIT
git clone --quiet . "$clone/svc"
cd "$clone/svc"
# Twice: on the system's Node, and with the pinned one in front, as on a machine that has it.
npm ci >/dev/null
npx svc-sandbox --version
npx svc-sandbox serve --database :memory: --port 0 --seed hostel --json >"$clone/out.json" &
server=$!
for _ in $(seq 1 100); do [ -s "$clone/out.json" ] && break; sleep 0.1; done
head -n 1 "$clone/out.json" | npx node -e '
  const start = JSON.parse(require("fs").readFileSync(0, "utf8"))
  fetch(start.url + "/api/v1/client/bookings", { headers: { "X-API-Key": start.apiKey } })
    .then((answer) => answer.json())
    .then((page) => { if (!(page.total_count > 0)) throw new Error(JSON.stringify(page)) })
'
kill -TERM "$server" && wait "$server"
server=
npx svc-conformance --help >/dev/null

pinned=$(npx node -p 'process.execPath')
mkdir "$clone/bin" && cp "$pinned" "$clone/bin/node"
export PATH="$clone/bin:$PATH"
npm ci >/dev/null
npx svc-sandbox --version
