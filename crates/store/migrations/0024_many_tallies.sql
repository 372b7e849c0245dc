-- Who holds more than is kept is looked for every minute, among the totals of everything there is.

CREATE INDEX tally_many ON tally (noun, n) WHERE noun IN ('notifications', 'swarms');
