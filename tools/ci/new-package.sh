#!/usr/bin/env bash
# What `npm run new-package` makes passes every check of the house: seen in a clone, with the packages installed here.
source "$(dirname "$0")/shared.sh"
clone_installed "$work/svc"
cd "$work/svc"
npm run new-package door-locks 'Codes for door locks'
npx nx run-many -t typecheck test build check-exports -p @svc/door-locks
npx nx run-many -t test -p @svc/walls @svc/docs
npm run lint
npm run knip
