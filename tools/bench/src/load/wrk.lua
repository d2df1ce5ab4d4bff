-- A GET, or with BENCH_BODY a POST with an Idempotency-Key (a UUID v4) of its own each time. Prints a line of JSON.
local body = os.getenv('BENCH_BODY') or ''
local before, after
local random = math.random

init = function()
  if body == '' then return end
  math.randomseed(os.time() + tonumber(tostring({}):match('0x(%x+)'), 16) % 1000000007)
  wrk.headers['Content-Type'] = 'application/json'
  wrk.headers['Idempotency-Key'] = '@key@'
  -- Formatted once and cut where the key goes: formatting each request costs the generator half of its rate.
  local whole = wrk.format('POST', nil, nil, body)
  local from, to = whole:find('@key@', 1, true)
  before, after = whole:sub(1, from - 1), whole:sub(to + 1)
end

if body ~= '' then
  request = function()
    return before .. string.format('%08x-%04x-4%03x-8%03x-%06x%06x', random(0, 0x7fffffff), random(0, 0xffff),
      random(0, 0xfff), random(0, 0xfff), random(0, 0xffffff), random(0, 0xffffff)) .. after
  end
end

done = function(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\n{"answered":%d,"failed":%d,"seconds":%f}\n',
    summary.requests, failed, summary.duration / 1000000))
end
