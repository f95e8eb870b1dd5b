import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { isRefusal, refuse, Reply } from '../../http/reply.ts'
import { listChats } from './list-chats.ts'
import { listMessages } from './list-messages.ts'
import { markRead } from './mark-read.ts'
import { sendMessage } from './send-message.ts'

type ChatCalls =
  | 'chats.get'
  | 'messages.list'
  | 'messages.send'
  | 'chats.read'
  | 'messages.photo'
  | 'chats.delete'
  | 'typing.send'

/** Not built yet: refused. */
const later = async () => refuse('server_error')

export const chatRoutes = (deps: Deps): Pick<Handlers, ChatCalls> => ({
  'chats.get': (_, caller) => listChats(deps, caller.id),
  'messages.list': ({ params, query }, caller) => listMessages(deps, caller.id, params.conversation, query.before),
  'messages.send': async ({ body }, caller) => {
    const limited = deps.rates('message', caller.id)
    if (limited) return limited
    const sent = await sendMessage(deps, caller.id, body)
    // A repeat answers as the first did [CHAT-5].
    return isRefusal(sent) ? sent : new Reply(sent, 201)
  },
  'messages.photo': later,
  'chats.delete': later,
  'typing.send': later,
  'chats.read': ({ params, body }, caller) => markRead(deps, caller.id, params.conversation, body.up_to),
})
