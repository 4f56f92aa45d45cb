/** The page in its own document; in a notebook, what is exported: one file is both, since they share almost all parts. */

import { mount } from "svelte";
import App from "./App.svelte";
import { useWorker } from "./lib/backend";
import "./page.css";

const target = document.getElementById("whoknows-page");
if (target) {
  useWorker();
  mount(App, { target });
}

import widget from "./widget";
export default widget;
