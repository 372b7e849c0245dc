// What lists of matches in texts say: words that were found, and what would take their position.

export const matches = {
  chosen: (chosen: string, all: string) => `${chosen} of ${all} chosen`,
  text: (title: string) => `All in ${title}`,
  line: (line: string) => `line ${line}`,
  change: (words: string, to: string, line: string) => `Change “${words}” to “${to}”, line ${line}`,
  remove: (words: string, line: string) => `Delete “${words}”, line ${line}`,
  locked: (user: string) => `Locked by ${user}`,
  lockedByMe: "Locked by you",
  uncertain: "uncertain",
  other: (name: string) => `seems to be ${name}`,
  more: (count: string) => `Show ${count} more`,
  all: "Show all",
  reading: "More matches are read …",
  shown: (shown: string, total: string) => `${shown} of ${total} matches are listed.`,
};
