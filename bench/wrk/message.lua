-- Sends a message to one agent. A 200 may still refuse it (a full mailbox), so every answer is
-- read, and only what says it was delivered is counted.

require("report")

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body =
  '{"toAgent": "proseguard", "message": "The quick brown fox was seen by the dog, and it slept."}'

delivered = 0

function response(status, headers, body)
  if status == 200 and string.find(body, '"delivered":%s*true') then
    delivered = delivered + 1
  end
end
