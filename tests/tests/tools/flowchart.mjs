// Reads a JSON list of Mermaid flowcharts, and writes what Mermaid's own parser finds in each:
// the labels of nodes and arrows and the titles of boxes, or the error.
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const page = new JSDOM("");
globalThis.window = page.window;
globalThis.document = page.window.document;
const { default: mermaid } = await import("mermaid");
mermaid.initialize({ securityLevel: "strict" });

// Mermaid puts these marks around an entity code until it draws.
const shown = (label) =>
  (label ?? "").replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(Number(code)));

const found = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    found.push({
      nodes: [...db.getVertices().values()].map((node) => shown(node.text)),
      arrows: db.getEdges().map((edge) => shown(edge.text)),
      boxes: db.getSubGraphs().map((box) => shown(box.title)),
    });
  } catch (error) {
    found.push({ error: String(error) });
  }
}
console.log(JSON.stringify(found));
process.exit(0);
