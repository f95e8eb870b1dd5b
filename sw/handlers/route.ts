/**
 * Where a tapped notification leads, written down before any window is asked to go there: a platform that opens the app's
 * first page instead, or brings it to the front and no more, still lands right [PWA-7].
 */
import type { Device } from '../device.ts'
import type { Shell } from '../store/shell-db.ts'

/** Later than this the member has gone on with something else. */
const FRESH_MS = 20_000

type Needs = Pick<Device, 'sessions' | 'ports'>

/** @param path null where it leads nowhere in particular */
export const keepRoute = async ({ sessions, ports }: Needs, path: string | null): Promise<void> => {
  await sessions.shell.update((shell) => ({
    ...shell,
    route: path === null ? null : { path, member: shell.member, at: ports.now() },
  }))
}

/** Hands it out, once, and to the one it is for. */
export const takeRoute = async ({ sessions, ports }: Needs): Promise<string | null> => {
  if (!(await sessions.shell.read()).route) return null
  let taken: Shell['route'] = null
  const { member } = await sessions.shell.update((shell) => {
    taken = shell.route ?? null
    return { ...shell, route: null }
  })
  const route = taken as Shell['route']
  return route && route.member === member && ports.now() - route.at < FRESH_MS ? route.path : null
}

/** Where the app opens from its icon (`start_url` of the manifest): what a tap wanted is shown instead. */
const STARTS = /^\/members$/

/** @returns the address to open instead, if there is one; whatever else is opened, the tap is over */
export const routeInstead = async (device: Needs, { pathname }: URL): Promise<string | null> => {
  const taking = takeRoute(device).catch(() => null)
  return STARTS.test(pathname) ? taking : null
}
