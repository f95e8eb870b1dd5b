/** What the browser says its user reads, the dearest first: `de-AT`, `en`. */
export const browserLanguages = (): readonly string[] => navigator.languages
