// What the view of the settings says.

export const settings = {
  title: "Settings",
  appearance: "Appearance",
  theme: "Colours",
  keyboard: "Keyboard",
  singleKeys: "Single keys are commands",
  singleKeysHint: "While nothing is being typed, keys such as “?” do something.",
  allShortcuts: "Show all shortcuts",
  session: "Session",
  local: "You work as the user of this machine. The service asks for no token.",
  user: (name: string, scope: string) => `You are signed in as ${name}, with the scope ${scope}.`,
  models: "Language model",
  modelsText:
    "Agents work without a language model: they measure texts and compare them with what is recorded. With one they also write ideas, scenes, edits and letters, and can debate. To give them one, write its server into the section [model] of scriptorium.toml and start the service again. For Ollama:",
  modelsToml: '[model]\nprovider = "ollama"\nbase_url = "http://127.0.0.1:11434"\nname = "qwen3:8b"\n',
  modelsCheck: ["The command", "scriptorium model check", "asks the model and says what works."],
  about: "This service",
  links: {
    docs: "The interface",
    docsText: "Every route, to read and to try out",
    openapi: "The interface for programs",
    openapiText: "The OpenAPI document",
    health: "Health",
    healthText: "Whether each part does its work, the version, and how much is stored",
    metrics: "Metrics",
    metricsText: "The service in numbers, for Prometheus",
  },
};
