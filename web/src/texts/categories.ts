// What the kinds of entries of the lore are called.

export const categories = {
  character: "Character",
  location: "Place",
  item: "Item",
  organisation: "Organisation",
  culture: "Culture",
  species: "Species",
  religion: "Religion",
  magic_system: "Magic system",
  technology: "Technology",
  history: "History",
  law: "Law",
  language: "Language",
  economy: "Economy",
  event: "Event",
  concept: "Concept",
  other: "Other",
};
