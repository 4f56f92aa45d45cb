// Answers requests by Python in WebAssembly: node pyodide_answers.mjs SITE REQUESTS, with the answers on standard output.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, requests] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${site}/pyodide/pyodide.mjs`));
const { instance } = await import(pathToFileURL(`${site}/graphviz/viz.js`));
const [python, graphviz] = await Promise.all([loadPyodide({ indexURL: `${site}/pyodide/` }), instance()]);
const packages = { extractDir: "/lib/python3.14/site-packages" };
for (const name of ["packages.zip", "more.zip"]) {
  python.unpackArchive(new Uint8Array(readFileSync(`${site}/${name}`)), "zip", packages);
}
const layout = (dot, engine, format) => {
  const { output, errors } = graphviz.render(dot, { format, engine });
  if (output === undefined) throw new Error(errors.map((each) => each.message).join("; "));
  return output;
};
python.runPython("from viz.web.browser import begin; begin")(layout);
const answer = python.runPython(`
from viz.web.answers import answer
lambda route, body: [(reply := answer(route, body.encode())).status, reply.body.decode()]
`);
const answers = JSON.parse(readFileSync(requests, "utf8")).map(([route, body]) => {
  const [status, text] = answer(route, body).toJs();
  return [status, text];
});
process.stdout.write(JSON.stringify(answers));
