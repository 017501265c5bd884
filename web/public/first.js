// Before the first paint: the looks this browser chose, so that a night page never flashes white.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("armarium-settings") || "{}") || {};
  } catch {
    /* a browser that keeps nothing starts with the system's theme */
  }
  var theme = kept.theme;
  if (theme !== "vellum" && theme !== "night") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "vellum";
  }
  var root = document.documentElement;
  root.dataset.theme = theme;
  if (kept.colours) root.dataset.colours = kept.colours;
  if (kept.cards) root.dataset.cards = kept.cards;
  if (kept.motion) root.dataset.motion = kept.motion;
})();
