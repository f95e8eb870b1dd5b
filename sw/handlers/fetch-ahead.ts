/** What the list that Workbox writes at build time is made of; without a revision the name itself carries a hash. */
export type AppFile = string | { url: string; revision: string | null }

/**
 * Asks for all files side by side. Workbox takes one after another, a round trip each; it then finds them in the
 * browser's own cache, where hashed names stay. What does not come here, Workbox asks for again.
 */
export const fetchAhead = async (
  files: readonly AppFile[],
  fetch: (url: string) => Promise<Response>,
): Promise<void> => {
  const hashed = files.flatMap((file) => (typeof file === 'string' || file.revision !== null ? [] : [file.url]))
  await Promise.allSettled(hashed.map(async (url) => (await fetch(url)).blob()))
}
