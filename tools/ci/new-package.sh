#!/usr/bin/env bash
# What `npm run new-package` makes passes every check of the house: seen in a clone, with the packages installed here.
set -euo pipefail
cd "$(dirname "$0")/../.."
clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
git clone --quiet . "$clone/svc"
# What has a lockfile of its own is installed apart, perhaps just now.
for modules in node_modules {packages,apps,tools}/*/node_modules; do
  case $modules in */*) if [ -f "${modules%/*}/package-lock.json" ]; then continue; fi ;; esac
  if [ -d "$modules" ]; then cp -al "$modules" "$clone/svc/$modules" 2>/dev/null || cp -a "$modules" "$clone/svc/$modules"; fi
done
cd "$clone/svc"
npm run new-package door-locks 'Codes for door locks'
npx nx run-many -t typecheck test build check-exports -p @svc/door-locks
npx nx run-many -t test -p @svc/walls @svc/docs
npm run lint
npm run knip
