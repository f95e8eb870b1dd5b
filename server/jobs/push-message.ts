/** Sends a push about a message to the recipient's devices, if the recipient wants such pushes [PWA-5]. */
import type { PushSender } from '../adapters/push.ts'
import { wantsPush } from '../areas/notices/person.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import { mayStillSend } from '../areas/safety/may-still-send.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { pushJob } from './push-deliver.ts'
import { contentsOf } from './push-message-words.ts'

/**
 * A member with an open stream gets the message through it. After a phone lost its network, its stream looks open here
 * for a quarter of an hour. So after this pause the job checks whether the message was delivered, not whether a stream
 * is open.
 */
const RECHECK_MS = 20_000

type Job = JobPayload<'push.message'>

export const pushMessage =
  (deps: Deps, push: PushSender) =>
  async (job: Job, id: number): Promise<void> => {
    const { message, recipient, looked } = job
    if (looked) {
      if (await hasArrived(deps, message)) return
    } else if (await deps.bus.isOpen(recipient)) return recheckLater(deps, job)
    await send(deps, push)(job, id)
  }

const recheckLater = async ({ write, now }: Deps, job: Job): Promise<void> => {
  const runAt = now() + RECHECK_MS
  await write(async (tx) => {
    await tx.jobs.add({ kind: 'push.message', payload: { ...job, looked: true }, runAt }, now())
    tx.jobWaits()
  })
}

/** A device of the member has the message: it has asked for changes after the one with the message [CHAT-6]. */
const hasArrived = async ({ read }: Deps, message: number): Promise<boolean> => {
  const [row] = await read.chat.messagesById([message])
  const [chat] = row ? await read.chat.chatsById(row.sender, [row.conversation]) : []
  return chat !== undefined && chat.partnerDeliveredUpTo >= message
}

const send = pushJob('message', async (deps, person, { message }) =>
  (await maySend(deps, message, person)) ? contentsOf(deps, message, person) : null,
)

/** The first message of a conversation counts as a new conversation, each later one as a new message. */
const maySend = async (deps: Pick<Deps, 'read' | 'safeNow'>, message: number, person: PersonRow): Promise<boolean> => {
  const [row] = await deps.read.chat.messagesById([message])
  if (!row) return false
  const isFirst = (await deps.read.chat.messagesBefore(person.id, row.conversation, message, 0, 1)).length === 0
  if (!(await mayStillSend(deps, row.sender, isFirst ? 'begin' : 'contact'))) return false
  return wantsPush(person, isFirst ? 'new_conversations' : 'new_messages')
}
