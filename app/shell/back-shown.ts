/** Where the Back button shows [SHELL-11]. */
import type { RouteName } from './routes.ts'

const WITH_BACK: ReadonlySet<RouteName> = new Set([
  'members-id',
  'likes-type',
  'likes-m-id',
  'credits',
  'credits-id-paymentmethod',
])

type Where = { route: RouteName | null; installed: boolean; historyLength: number }

/** In a browser its own button leads back; so does none where there is nothing behind. */
export const showsBack = ({ route, installed, historyLength }: Where): boolean =>
  route !== null && WITH_BACK.has(route) && installed && historyLength > 1
