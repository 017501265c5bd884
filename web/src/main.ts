import { mount } from "svelte";
import "./shell/look/fonts.css";
import "./shell/look/tokens.css";
import "./shell/look/base.css";
import "./shell/look/table.css";
import { register } from "./shell/install/register";
import App from "./shell/App.svelte";
import { dress } from "./shell/settings.svelte";

dress();
if (import.meta.env.PROD) register();
// While working on the page: /?f=NAME shows one fixed state. The built page knows nothing of it.
if (import.meta.env.DEV && new URLSearchParams(location.search).has("f")) void import("./shell/fixtures");
else mount(App, { target: document.getElementById("app")! });
