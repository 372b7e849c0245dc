// The example of the README, to the letter, so that it is compiled as strictly as all else; a story
// holds the two together.

import { Client, ScriptoriumError } from "../client.js";

const studio = new Client("http://127.0.0.1:7878");
const project = await studio.ask("POST /api/projects", {
  body: { name: "The Nightwatch", genres: ["fantasy"] },
});
const page = await studio.ask("GET /api/projects/{project_id}/documents", {
  path: { project_id: project.id },
  query: { limit: 100 },
});
