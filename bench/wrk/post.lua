-- Posts random ones of many bodies. The first argument is a file with one request per line: a path,
-- a blank, and the body in JSON.

require("report")

local texts = {}

function init(args)
  local headers = { ["Content-Type"] = "application/json", ["Host"] = wrk.headers["Host"] }
  for line in io.lines(args[1]) do
    local path, body = string.match(line, "^(%S+) (.+)$")
    texts[#texts + 1] = wrk.format("POST", path, headers, body)
  end
  math.randomseed(os.time())
end

function request()
  return texts[math.random(#texts)]
end
