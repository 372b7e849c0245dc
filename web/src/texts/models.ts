// What is said of the language models that are configured.

export const models = {
  caption: "Language models that are configured",
  agent: "For",
  model: "Model",
  context: "Tokens at once",
  price: "Price of a million: sent, received",
  shared: "All other agents",
  all: "All agents",
  without: (agents: string) => `Without a model: ${agents}.`,
  unknown: "not known",
  prices: (input: string, output: string) => `${input}, ${output}`,
  embedding: {
    words: "Searches go by words alone.",
    built_in: (name: string) => `Searches by meaning use ${name}, which is in the program.`,
    server: (name: string, address: string) => `Searches by meaning use ${name} of ${address}.`,
  },
};
