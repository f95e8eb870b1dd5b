/** The messages this page sends, over the app's calls. */
import { call } from '../../../ports/api.ts'
import { invalidate } from '../../../state/resource.ts'
import { onMemberLeft } from '../../../state/session.ts'
import { pageStore } from '../storage.ts'
import { makeOutgoing } from './outgoing.ts'

export const outgoing = makeOutgoing({
  post: async ({ client_id, profile, text }) =>
    call('messages.send', { body: { client_id, profile, type: 'text', text } }),
  onAnswer: ({ conversation }, answer) => {
    // The server's own answer changes the credits, too; when the device has only queued it, nothing was spent yet.
    const spent = answer.ok ? !answer.queued : answer.error.error === 'not_enough_credits'
    invalidate([`messages:${conversation}`, 'chats', ...(spent ? (['user'] as const) : [])])
  },
  store: pageStore,
})

onMemberLeft(outgoing.forget)
