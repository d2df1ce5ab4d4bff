#!/usr/bin/env bash
# Attacks the API as its OpenAPI document describes it, with Schemathesis (https://schemathesis.readthedocs.io).
# Usage: tools/ci/fuzz-openapi.sh [further arguments of "schemathesis run"]
# SCHEMATHESIS is how to start it. It is no dependency of the project: "pipx run schemathesis" will do.
set -euo pipefail
cd "$(dirname "$0")/../.."

ready=$(mktemp)
# Role api: endpoints get whatever address the fuzzer thinks of, and nothing may go out to strangers.
node_modules/.bin/node apps/sandbox/bin/svc-sandbox.js serve --role api --database :memory: --seed hostel --port 0 \
  --rate-limit off --max-event-loop-delay off --api-key svc_fuzzed --json > "$ready" 2> >(cat >&2) &
server=$!
trap 'kill "$server" 2> /dev/null || true; rm -f "$ready"' EXIT
until [ -s "$ready" ]; do
  kill -0 "$server" || { echo "The sandbox did not start." >&2; exit 1; }
  sleep 0.2
done
url=$(node_modules/.bin/node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).url' "$ready")

${SCHEMATHESIS:-schemathesis} --config-file tools/ci/schemathesis.toml run "$url/openapi.json" \
  -H 'X-API-Key: svc_fuzzed' --continue-on-failure "$@"
