// The linter of the front end: what is wrong, not what is a matter of taste; and the project's length of a line.
const browser = ["AbortController", "Audio", "AudioContext", "Blob", "CompressionStream", "CustomEvent", "DOCUMENTATION_OPTIONS",
  "DOMPoint", "DecompressionStream", "HTMLButtonElement", "HTMLElement",
  "IntersectionObserver", "MutationObserver", "Node", "ResizeObserver", "Response", "TextDecoder", "TextEncoder", "TransformStream", "URL",
  "URLSearchParams", "WebAssembly", "Worker", "atob", "btoa", "cancelAnimationFrame", "clearInterval", "clearTimeout", "console",
  "XMLHttpRequest", "customElements", "document", "fetch", "getComputedStyle",
  "globalThis", "history", "innerHeight", "innerWidth", "localStorage", "location", "matchMedia", "navigator", "performance", "postMessage",
  "queueMicrotask", "requestAnimationFrame", "scrollTo", "self", "sessionStorage", "setInterval", "setTimeout", "structuredClone",
    "window"];
const globals = Object.fromEntries(browser.map(name => [name, "readonly"]));

const rules = {
  "constructor-super": "error", "no-const-assign": "error", "no-dupe-args": "error", "no-dupe-class-members": "error",
  "no-dupe-else-if": "error", "no-dupe-keys": "error", "no-duplicate-case": "error", "no-fallthrough": "error", "no-func-assign": "error",
  "no-import-assign": "error", "no-irregular-whitespace": "error", "no-loss-of-precision": "error", "no-redeclare": "error",
  "no-self-assign": "error", "no-self-compare": "error", "no-shadow-restricted-names": "error", "no-sparse-arrays": "error",
  "no-this-before-super": "error", "no-undef": "error", "no-unreachable": "error", "no-unsafe-finally": "error",
  "no-unsafe-negation": "error", "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "none" }],
    "no-useless-catch": "error",
  "no-var": "error", "prefer-const": ["error", { destructuring: "all" }], "use-isnan": "error", "valid-typeof": "error", "no-eval": "error",
  "no-implied-eval": "error", "no-new-func": "error", "eqeqeq": "error", "max-len": ["error", { code: 140 }],
};

export default [
  { ignores: ["node_modules/", "vendor/", "_build/", ".venv/", "dist/"] },
  { files: ["cadogan/board/**/*.{js,mjs}", "cadogan/lab_settings/**/*.js", "book/_static/*.{js,mjs}"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals }, rules },
  { files: ["tests/js/*.mjs", "tools/*.mjs", "*.mjs"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: { ...globals, process: "readonly" } }, rules },
];
