// Applies this browser's settings before the first paint, so that a dark page never flashes white.
(function () {
  var stored = {};
  try {
    stored = JSON.parse(localStorage.getItem("armarium-settings") || "{}") || {};
  } catch {
    /* without storage, use the system's theme */
  }
  var theme = stored.theme;
  if (theme !== "vellum" && theme !== "night") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "vellum";
  }
  var root = document.documentElement;
  root.dataset.theme = theme;
  if (stored.colours) root.dataset.colours = stored.colours;
  if (stored.cards) root.dataset.cards = stored.cards;
  if (stored.motion) root.dataset.motion = stored.motion;
})();
