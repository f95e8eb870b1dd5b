/** Which files of the app lie on this device: those that the worker keeps. */

/** @returns the paths of their addresses; none where nothing is kept */
export const keptFiles = async (): Promise<string[]> => {
  if (!('caches' in window)) return []
  const names = await caches.keys()
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return kept.flat().map(({ url }) => new URL(url).pathname)
}
