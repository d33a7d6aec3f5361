import "./styles/base.css";
import { viewOf } from "./lib/views";

// The view that the address names is on its way before the shell is there to ask for it.
void viewOf(window.location.hash)?.load().catch(() => undefined);
void import("./shell");
