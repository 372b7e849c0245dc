-- Sends the requests of a file, one after the other and again from the start. Each line has a
-- method, a path and, for a change, a body in JSON. The texts are made before the load begins, so
-- that the client takes as little of the shared cores as it can.
--
-- Arguments: the file; "deliveries" to count the responses that say a message was delivered (a 200
-- may still refuse it), or "-"; the number of requests after which to stop, or 0 for none.
--
-- Prints one line of numbers that the bench reads. Times are in microseconds.

local threads = {}
local texts = {}
local position = 0
local sent = 0
local limit = 0

delivered = 0

function setup(thread)
  threads[#threads + 1] = thread
end

function init(args)
  local with_body = { ["Content-Type"] = "application/json", ["Host"] = wrk.headers["Host"] }
  local for_assistants = {
    ["Accept"] = "application/json, text/event-stream",
    ["Content-Type"] = "application/json",
    ["Host"] = wrk.headers["Host"],
  }
  for line in io.lines(args[1]) do
    local method, path, body = string.match(line, "^(%S+) (%S+) ?(.*)$")
    if body == "" then
      texts[#texts + 1] = wrk.format(method, path)
    else
      local headers = path == "/mcp" and for_assistants or with_body
      texts[#texts + 1] = wrk.format(method, path, headers, body)
    end
  end
  if args[2] == "deliveries" then
    response = count_delivered
  end
  limit = tonumber(args[3])
end

function request()
  position = position % #texts + 1
  sent = sent + 1
  if sent == limit then
    wrk.thread:stop()
  end
  return texts[position]
end

function count_delivered(status, headers, body)
  if status == 200 and string.find(body, '"delivered":%s*true') then
    delivered = delivered + 1
  end
end

function done(summary, latency, requests)
  local sum = 0
  for _, thread in ipairs(threads) do
    sum = sum + thread:get("delivered")
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
    sum
  ))
end
