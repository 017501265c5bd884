import { mount } from "svelte";
import "./shell/ui/fonts.css";
import "./shell/ui/tokens.css";
import "./shell/ui/base.css";
import "./shell/ui/table.css";
import App from "./shell/App.svelte";
import { applySettings } from "./shell/settings.svelte";

/** Registers the service worker after the page has loaded, if the browser supports one. */
function register(): void {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const KEEP_AFTER_MS = 15_000;
  // What playing without a network needs is loaded when everything else has been.
  const keep = () => void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep"));
  setTimeout(keep, KEEP_AFTER_MS);
  const start = () => void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}worker.js`).catch(() => {});
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

applySettings();
if (import.meta.env.PROD) register();
// During development, /?f=NAME shows one fixed state. The production build does not contain it.
if (import.meta.env.DEV && new URLSearchParams(location.search).has("f")) void import("./shell/fixtures");
else mount(App, { target: document.getElementById("app")! });
