import { mount } from "svelte";

import App from "./App.svelte";
import { release } from "./lib/release.svelte";

const target = document.getElementById("page");
if (target) mount(App, { target });
void release.keep();
