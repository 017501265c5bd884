// The page can be installed. Its worker comes after the page itself, and only where browsers allow one.
export function register(): void {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const start = () => void navigator.serviceWorker.register("/worker.js").catch(() => {});
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
