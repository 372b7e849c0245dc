// What the shared parts of views say.

export const parts = {
  archived: "Archived",
  pager: {
    shown: (first: string, last: string, total: string | null) =>
      total === null ? `${first} to ${last}` : `${first} to ${last} of ${total}`,
    before: "Previous",
    next: "Next",
  },
  typed: {
    found: "This is what you typed here before, and did not save.",
    discard: "Discard it",
    leave: {
      title: "Discard what you typed?",
      text: "It was not saved, and cannot be brought back.",
      action: "Discard",
    },
  },
  form: {
    remove: (what: string) => `Remove ${what}`,
  },
};
