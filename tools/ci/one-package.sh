#!/usr/bin/env bash
# What CONTRIBUTING.md tells somebody who works on one package, word for word, in a fresh clone and with this machine's own
# Node: for the package that it names, and for the one whose tests need most. Says how long each took.
source "$(dirname "$0")/shared.sh"
command=$(sed -n '/^npm ci -w packages\/signing .* && npm test -w packages\/signing$/p' CONTRIBUTING.md)
[ -n "$command" ] || { echo 'CONTRIBUTING.md has no line for one package any more'; exit 1; }

for package in signing testing; do
  from=$SECONDS
  git clone --quiet "$root" "$work/$package"
  cd "$work/$package"
  PATH=$system_path bash -euo pipefail -c "${command//signing/$package}" >one-package.txt 2>&1 || { cat one-package.txt; exit 1; }
  ls packages/"$package"/test-results/*.xml >/dev/null
  echo "from a clone to the green tests of $package: $((SECONDS - from)) s"
  cd "$root"
  rm -rf "${work:?}/$package"
done
