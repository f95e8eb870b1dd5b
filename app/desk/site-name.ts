/** The site's name, which the server writes into the document. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
