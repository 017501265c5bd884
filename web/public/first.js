// Before the first paint: the theme this browser chose, so that a night page never flashes white.
(function () {
  var theme = "auto";
  try {
    theme = JSON.parse(localStorage.getItem("armarium-settings") || "{}").theme || "auto";
  } catch {
    /* a browser that keeps nothing starts with the system's theme */
  }
  if (theme !== "vellum" && theme !== "night") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "vellum";
  }
  document.documentElement.dataset.theme = theme;
})();
