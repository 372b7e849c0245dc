// What charts say, in whichever view they are.

export const charts = {
  role: "chart",
  keys: "Arrow keys read the values one by one. A table with all values follows.",
  unknown: "not known",
};
