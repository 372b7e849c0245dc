-- What every load prints when it is over: one line of numbers that xtask reads. Times are in
-- microseconds. A script that judges answers counts them in the global `delivered` of its thread;
-- the others leave it out.

local threads = {}

function setup(thread)
  threads[#threads + 1] = thread
end

function done(summary, latency, requests)
  local delivered = 0
  for _, thread in ipairs(threads) do
    delivered = delivered + (thread:get("delivered") or 0)
  end
  local errors = summary.errors
  print(string.format(
    "figures requests=%d duration=%d p50=%d p99=%d refused=%d broken=%d late=%d delivered=%d",
    summary.requests,
    summary.duration,
    latency:percentile(50),
    latency:percentile(99),
    errors.status,
    errors.connect + errors.read + errors.write,
    errors.timeout,
    delivered
  ))
end
