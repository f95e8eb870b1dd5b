/** Photos that go, from the cache and from the list of what it weighs. */
import type { Ports } from '../ports.ts'
import type { Session } from '../store/session.ts'
import { photoCacheName } from '../store/sessions.ts'
import { forgetPhoto, photosByUse } from './budget.ts'

export const dropPhotos = async (
  ports: Pick<Ports, 'caches'>,
  session: Session,
  urls: readonly string[],
): Promise<void> => {
  if (urls.length === 0) return
  const cache = await ports.caches().open(photoCacheName(session.member))
  for (const url of urls) {
    await cache.delete(url)
    await forgetPhoto(session, url)
  }
}

/** One by one: a cache that is deleted whole keeps its room in Chromium for as long as anybody has it open. */
export const emptyPhotos = async (ports: Pick<Ports, 'caches'>, member: number | null): Promise<void> => {
  const name = photoCacheName(member)
  if (!(await ports.caches().has(name))) return
  const cache = await ports.caches().open(name)
  await Promise.all((await cache.keys()).map((request) => cache.delete(request)))
}

/** The half of them that was used longest ago. */
export const olderPhotos = async (session: Session): Promise<string[]> => {
  const rows = await photosByUse(session)
  return rows.slice(0, Math.ceil(rows.length / 2)).map(({ url }) => url)
}
