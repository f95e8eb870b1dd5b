/**
 * Stores the path of a tapped notification before any window navigates. Some platforms open the app's start page
 * instead, or only focus it; the stored path still leads to the right screen [PWA-7]. It lies in Cache Storage, because the app's start
 * waits for it: to open a database takes longer.
 */
import type { Ports } from '../ports.ts'
import type { ShellStore } from './shell-db.ts'

export const ROUTE_CACHE = 'route'
const KEY = '/route'

/** After this time the tap no longer counts: the member is doing something else. */
const FRESH_MS = 20_000

type Needs = { ports: Pick<Ports, 'caches' | 'now'>; sessions: { shell: Pick<ShellStore, 'read'> } }
type Route = { path: string; member: number | null; at: number }

/** @param path null for a tap without a target */
export const storeRoute = async ({ sessions, ports }: Needs, path: string | null): Promise<void> => {
  const caches = ports.caches()
  await caches.delete(ROUTE_CACHE)
  if (path === null) return
  const route: Route = { path, member: (await sessions.shell.read()).member, at: ports.now() }
  await (await caches.open(ROUTE_CACHE)).put(KEY, Response.json(route))
}

/** Returns the path once, and only for the member it is meant for. */
export const takeRoute = async ({ sessions, ports }: Needs): Promise<string | null> => {
  const caches = ports.caches()
  if (!(await caches.has(ROUTE_CACHE))) return null
  const stored = await (await caches.open(ROUTE_CACHE)).match(KEY)
  // Several may ask at once: the one that deletes it gets the path.
  if (!(await caches.delete(ROUTE_CACHE)) || !stored) return null
  // This file wrote it.
  const { path, member, at } = (await stored.json()) as Route
  return member === (await sessions.shell.read()).member && ports.now() - at < FRESH_MS ? path : null
}

/** The path that the app opens from its icon (`start_url` of the manifest). The target of a tap replaces it. */
const STARTS = /^\/members$/

/** @returns the address to open instead, or null; opening any other page also ends the tap */
export const routeInstead = async (device: Needs, { pathname }: URL): Promise<string | null> => {
  const taking = takeRoute(device).catch(() => null)
  return STARTS.test(pathname) ? taking : null
}
