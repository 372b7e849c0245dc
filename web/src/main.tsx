// Starts the page.

import { render } from "preact";
import { App } from "./app";
import { onKeyDown } from "./state/commands";
import { begin } from "./state/session";
// Says at once that this window is open.
import "./state/typed";
import "./ui/focus";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/shell.css";

const root = document.getElementById("studio");
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
document.addEventListener("keydown", onKeyDown);
void begin();
