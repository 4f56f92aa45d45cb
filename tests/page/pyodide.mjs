// Python in WebAssembly with the archives of a site. node pyodide.mjs SITE REQUESTS: the answers on standard output;
// node pyodide.mjs SITE REPOSITORY INSTALLED TEST...: the tests run with pytest from a folder of installed packages.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, given, installed, ...tests] = process.argv.slice(2);
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
if (installed) {
  for (const [place, root] of [["/whoknows", given], ["/installed", installed]]) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  process.exitCode = python.runPython(`
import os, sys
os.chdir("/whoknows")
os.environ |= {"HYPOTHESIS_STORAGE_DIRECTORY": "/tmp", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
sys.dont_write_bytecode = True
sys.path += ["/whoknows", "/installed"]
import numpy  # Hypothesis seeds its random numbers
vars(numpy.random).update(dict.fromkeys(("seed", "get_state", "set_state"), lambda *_: None))
sys.modules["numpy.random"] = numpy.random
import pytest
lambda arguments: int(pytest.main(arguments.to_py()))
`)(["-q", "-p", "no:cacheprovider", "-m", "not slow", "-k", "not deep", ...tests]);
} else {
  const answer = python.runPython(`
from viz.web.answers import answer
lambda route, body: [(reply := answer(route, body.encode())).status, reply.body.decode()]
`);
  const answers = JSON.parse(readFileSync(given, "utf8")).map(([route, body]) => {
    const [status, text] = answer(route, body).toJs();
    return [status, text];
  });
  process.stdout.write(JSON.stringify(answers));
}
