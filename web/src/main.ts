import { mount } from "svelte";
import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import App from "./App.svelte";
import { dress } from "./settings.svelte";

dress();
mount(App, { target: document.getElementById("app")! });
