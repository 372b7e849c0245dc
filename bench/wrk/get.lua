-- Reads random pages. The first argument is a file with one path per line. Requests are made into
-- text beforehand, so that the client costs the shared cores as little as it can.

require("report")

local texts = {}

function init(args)
  for path in io.lines(args[1]) do
    texts[#texts + 1] = wrk.format("GET", path)
  end
  math.randomseed(os.time())
end

function request()
  return texts[math.random(#texts)]
end
