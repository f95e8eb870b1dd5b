/** The languages of the browser's user, preferred first: `de-AT`, `en`. */
export const browserLanguages = (): readonly string[] => navigator.languages
