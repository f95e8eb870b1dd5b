import { callOf } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { isRefusal, Reply } from '../../http/reply.ts'
import { uploaderOf, type Intake } from '../photos/intake.ts'
import { earlierParts } from '../photos/parts.ts'
import { deleteChat } from './delete-chat.ts'
import { listChats } from './list-chats.ts'
import { listMessages } from './list-messages.ts'
import { markRead } from './mark-read.ts'
import { sendMessage, sendPhoto } from './send-message.ts'
import { announceTyping } from './typing.ts'

type ChatCalls =
  | 'chats.get'
  | 'messages.list'
  | 'messages.send'
  | 'chats.read'
  | 'messages.photo'
  | 'chats.delete'
  | 'typing.send'

export const chatRoutes = (deps: Deps, intake: Intake): Pick<Handlers, ChatCalls> => ({
  'chats.get': ({ query }, caller) => listChats(deps, caller.id, query),
  'messages.list': ({ params, query }, caller) => listMessages(deps, caller.id, params.conversation, query.before),
  'messages.send': async ({ body }, caller) => {
    const sent = await sendMessage(deps, caller.id, body)
    // A repeat gets the same answer as the first call [CHAT-5].
    return isRefusal(sent) ? sent : new Reply(sent, 201)
  },
  'messages.photo': async ({ query }, caller, c) => {
    const draft = { clientId: query.client_id, recipient: query.profile, statedCost: query.cost }
    const upload = callOf('messages.photo').upload
    const earlier = earlierParts(deps, { owner: caller.id, clientId: query.client_id }, query.from ?? 0)
    const sent = await intake(
      c,
      uploaderOf(deps, caller),
      upload,
      (receive) => sendPhoto(deps, caller.id, draft, receive),
      earlier,
    )
    return isRefusal(sent) ? sent : new Reply(sent, 201)
  },
  'chats.delete': async ({ body }, caller) => (await deleteChat(deps, caller.id, body.conversation, body.up_to)) ?? {},
  'typing.send': async ({ body }, caller) => (await announceTyping(deps, caller.id, body.profile, body.typing)) ?? {},
  'chats.read': ({ params, body }, caller) => markRead(deps, caller.id, params.conversation, body.up_to),
})
