import { mount } from "svelte";
import "./shell/look/fonts.css";
import "./shell/look/tokens.css";
import "./shell/look/base.css";
import App from "./shell/App.svelte";
import { dress } from "./shell/settings.svelte";

dress();
mount(App, { target: document.getElementById("app")! });
