// The records of the interface, as openapi.json describes them. They are generated once for everybody, in
// clients/typescript; nothing is added here.

export type * from "../../../clients/typescript/scriptorium.js";
export type { Answer, Asked, Operation } from "../../../clients/typescript/client.js";
