#!/bin/sh
# Records a payment twice under one key: POSIX shell and curl alone.
#
#   npx @svc/sandbox exec --seed hostel -- sh record-payment.sh
set -eu

api=$SVC_URL/api/v1/client

# call METHOD PATH [KEY BODY] prints the answer; one that is an error ends the script, and its body says why.
call() {
  method=$1 path=$2
  shift 2
  if [ $# -eq 0 ]; then set -- "$method"; else set -- "$method" -H "Idempotency-Key: $1" --data "$2"; fi
  body=$(
    curl -sS --fail-with-body -X "$@" -H "X-API-Key: $SVC_API_KEY" -H 'Content-Type: application/json' "$api$path"
  ) || { echo "$method $path: $body" >&2; return 1; }
  printf '%s\n' "$body"
}

# A UUID v4 for one operation, made before it is sent. Where there is uuidgen, that does as well.
uuid() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n' |
    sed -E 's/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/\1-\2-4\3-a\4-\5/'
}

page=$(call GET '/bookings?limit=1')
echo "read a page of bookings: $(printf '%s' "$page" | grep -o '"total_count":[0-9]*')"

key=$(uuid)
payment='{"amount":"120.50","paymentMethod":"Cash","type":"income","name":"From a shell"}'
first=$(call POST /payments "$key" "$payment")
second=$(call POST /payments "$key" "$payment")
echo "recorded: $first"

[ "$first" = "$second" ] || { echo "recorded twice: $second" >&2; exit 1; }
payments=$(call GET /payments)
count=$(printf '%s' "$payments" | grep -o '"From a shell"' | wc -l)
[ "$count" -eq 1 ] || { echo "$count payments, not 1" >&2; exit 1; }
echo 'sent again: the same payment, not another one'
