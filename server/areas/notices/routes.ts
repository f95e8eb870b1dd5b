import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type NoticeCalls =
  | 'notifications.get'
  | 'notifications.put'
  | 'notifications.enable'
  | 'unsubscribe.open'
  | 'unsubscribe'
  | 'mail.feedback'
  | 'complaints.send'

/** Not built yet: every call is refused. */
const later = async () => refuse('server_error')

export const noticeRoutes = (_: Deps): Pick<Handlers, NoticeCalls> => ({
  'notifications.get': later,
  'notifications.put': later,
  'notifications.enable': later,
  'unsubscribe.open': later,
  unsubscribe: later,
  'mail.feedback': later,
  'complaints.send': later,
})
