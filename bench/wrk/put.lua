-- Changes random projects: a description and two settings, about 200 bytes. The first argument is a
-- file with one id per line. Each project has several bodies, so that most requests really change
-- something.

require("report")

local VARIANTS = 4

local texts = {}

function init(args)
  local headers = { ["Content-Type"] = "application/json", ["Host"] = wrk.headers["Host"] }
  for id in io.lines(args[1]) do
    for variant = 1, VARIANTS do
      local body = string.format(
        '{"description": "Draft %d: a lighthouse keeper finds letters in the sea wall, and each is '
          .. 'dated one day later than the last.", '
          .. '"settings": {"autoSave": %s, "visibility": "%s"}}',
        variant,
        variant % 2 == 0 and "true" or "false",
        variant > 2 and "shared" or "private"
      )
      texts[#texts + 1] = wrk.format("PUT", "/api/projects/" .. id, headers, body)
    end
  end
  math.randomseed(os.time())
end

function request()
  return texts[math.random(#texts)]
end
