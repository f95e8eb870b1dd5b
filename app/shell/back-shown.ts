/** Decides whether a screen shows the Back button [SHELL-11]. */
import type { RouteName } from './routes.ts'

const WITH_BACK: ReadonlySet<RouteName> = new Set([
  'members-id',
  'likes-type',
  'likes-m-id',
  'credits',
  'credits-id-paymentmethod',
])

type Where = { route: RouteName | null; installed: boolean; historyLength: number }

/** In a browser tab the browser's own button leads back. Without an earlier entry there is nothing to go back to. */
export const showsBack = ({ route, installed, historyLength }: Where): boolean =>
  route !== null && WITH_BACK.has(route) && installed && historyLength > 1
