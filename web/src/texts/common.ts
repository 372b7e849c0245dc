// What is called the same in every view: how severe a finding is, how it is answered, and how far a document is.

export const common = {
  severities: { critical: "Critical", high: "High", medium: "Medium", low: "Low", info: "Remark" },
  answers: {
    open: "Open",
    accepted: "To be changed",
    waived: "Meant so",
    dismissed: "Wrong finding",
    stale: "Gone from the text",
  },
  statuses: {
    outline: "Outline",
    draft: "Draft",
    revise: "In revision",
    line_edit: "Line edit",
    proof: "Proof",
    done: "Done",
  },
};
