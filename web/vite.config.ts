// How the page is built. The built files are committed and compiled into the program, so a build has to
// give the same bytes on every machine: no time, no path and no random number may get into them.

import { defineConfig, type Plugin } from "vite";

/** Nothing is drawn before the script has run, so that the colours somebody chose are there from the start. */
const renderWithScript: Plugin = {
  name: "render-with-script",
  enforce: "post",
  transformIndexHtml: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
};

export default defineConfig({
  plugins: [renderWithScript],
  // Relative addresses: the page also works below a path of a proxy.
  base: "./",
  build: {
    outDir: "dist",
    assetsDir: "assets",
    target: ["chrome116", "firefox125", "safari17.4"],
    // No `data:` addresses, which the policy of the page does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    // Two parts in a hundred smaller than what esbuild writes.
    minify: "terser",
    terserOptions: { module: true, compress: { passes: 2 }, format: { comments: false } },
  },
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
});
