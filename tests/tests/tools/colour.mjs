// Reads { grammar, text } as JSON, and writes each token of the text with its innermost scope, as an editor finds them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const { grammar, text } = JSON.parse(readFileSync(0, "utf8"));
const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
await oniguruma.loadWASM(readFileSync(wasm).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (string) => new oniguruma.OnigString(string),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(grammar, "rag.tmLanguage.json"),
});
const loaded = await registry.loadGrammar("source.rag");
const tokens = [];
let state = textmate.INITIAL;
for (const line of text.split("\n")) {
  const result = loaded.tokenizeLine(line, state);
  for (const { startIndex, endIndex, scopes } of result.tokens) {
    const token = line.slice(startIndex, endIndex);
    if (token.trim() !== "") tokens.push([token, scopes.at(-1)]);
  }
  state = result.ruleStack;
}
console.log(JSON.stringify(tokens));
