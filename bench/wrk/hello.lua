-- The same request again and again: the cheapest load there is, for the yardstick.

require("report")
