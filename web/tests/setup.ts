// Stubs for the few browser APIs that the modules under test use.
const storage = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  },
  location: { search: "", pathname: "/", hash: "" },
  addEventListener: () => {},
  CSSStyleSheet: class {},
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
});
