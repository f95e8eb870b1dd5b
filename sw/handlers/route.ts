/**
 * Stores the path of a tapped notification before any window navigates. Some platforms open the app's start page
 * instead, or only focus it; the stored path still leads to the right screen [PWA-7].
 */
import type { Device } from '../device.ts'
import type { Shell } from '../store/shell-db.ts'

/** After this time the tap no longer counts: the member is doing something else. */
const FRESH_MS = 20_000

type Needs = Pick<Device, 'sessions' | 'ports'>

/** @param path null for a tap without a target */
export const storeRoute = async ({ sessions, ports }: Needs, path: string | null): Promise<void> => {
  await sessions.shell.update((shell) => ({
    ...shell,
    route: path === null ? null : { path, member: shell.member, at: ports.now() },
  }))
}

/** Returns the path once, and only for the member it is meant for. */
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

/** The path that the app opens from its icon (`start_url` of the manifest). The target of a tap replaces it. */
const STARTS = /^\/members$/

/** @returns the address to open instead, or null; opening any other page also ends the tap */
export const routeInstead = async (device: Needs, { pathname }: URL): Promise<string | null> => {
  const taking = takeRoute(device).catch(() => null)
  return STARTS.test(pathname) ? taking : null
}
