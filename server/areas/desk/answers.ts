/** The staff answer for fictional profiles [GUARD-7]. Opening a conversation and answering are rows of the audit. */
import type { answerCalls } from '#contract/desk/answers.ts'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import { conversationId, pairOf } from '#contract/rules/conversation-id.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { storeAnswer } from '../fictional/answer.ts'
import { ANSWER_WITHIN_MS } from '../fictional/awaited-answers.ts'
import { responderModeOf } from '../fictional/responder-mode.ts'

const LIST_MAX = 100
const LINES_MAX = 40

export type Pair = { profile: number; member: number }

/** Conversations of domains that another responder serves are left out. */
const waitingConversations = async (deps: Deps): Promise<DeskAnswer<'answers.list'>> => {
  const domains = (await deps.read.fictional.domainsOfWaiting()).filter(
    (domain) => responderModeOf(deps.at(domain)) === 'staff',
  )
  const rows = await deps.read.fictional.conversations(domains, LIST_MAX)
  return {
    conversations: rows.map(({ profile, profileName, member, memberName, waiting, since }) => ({
      profile: { id: profile, name: profileName },
      member: { id: member, name: memberName },
      waiting,
      since,
      refund_at: since + ANSWER_WITHIN_MS,
    })),
    total: rows.length < LIST_MAX ? rows.length : await deps.read.fictional.conversationsTotal(domains),
    responder: responderModeOf(deps),
  }
}

/**
 * Opens a conversation with a fictional profile. The row of the audit is committed before the messages are read [DESK-3].
 * @returns the newest messages in their order, or null if there is no such conversation
 */
export const openLines = async (
  { read, write, now }: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: number,
  { profile, member }: Pair,
  { most, reason = '' }: { most: number; reason?: string },
) => {
  const conversation = await read.chat.conversationOf(pairOf(conversationId(profile, member)))
  if (!conversation) return null
  const subject = { kind: 'conversation', id: conversation.id } as const
  await write((tx) =>
    tx.audit.add({
      staff,
      act: 'member.show_conversation',
      subject,
      after: { profile, member },
      reason,
      at: now(),
    }),
  )
  const newestFirst = await read.chat.messagesBefore(profile, conversation.id, Number.MAX_SAFE_INTEGER, 0, most + 1)
  const lines = newestFirst
    .slice(0, most)
    .toReversed()
    .map(({ id, sender, type, text, sentAt }) => ({ id, is_member: sender === member, type, text, at: sentAt }))
  return { lines, more: newestFirst.length > most }
}

const openWaiting = async (
  deps: Pick<Deps, 'read' | 'write' | 'now'>,
  staff: number,
  pair: Pair,
): Promise<DeskAnswer<'answers.open'> | DeskRefusal> => {
  const { read } = deps
  const [oldest] = await read.fictional.waitingOf(pair.member, pair.profile)
  const person = await read.notices.person(pair.member)
  const opened = oldest && person ? await openLines(deps, staff, pair, { most: LINES_MAX }) : null
  if (!oldest || !person || !opened) return refuseDesk('not_found')
  return {
    lines: opened.lines,
    message: opened.lines.at(-1)?.id ?? oldest.message,
    language: person.language,
    refund_at: oldest.at + ANSWER_WITHIN_MS,
    persona: await read.fictionalProfiles.personaOf(pair.profile),
  }
}

/** The answer is refused once the credits are back, or if one of the two blocks the other. */
const answerWaiting = (
  { write, now, newId }: Pick<Deps, 'write' | 'now' | 'newId'>,
  staff: number,
  { profile, member }: Pair,
  { message, text }: { message: number; text: string },
): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    if ((await tx.fictional.waitingOf(member, profile)).length === 0) return refuseDesk('not_found')
    const at = now()
    if (!(await storeAnswer(tx, { profile, member, message }, { text, clientId: newId(), at })))
      return refuseDesk('not_possible')
    await tx.audit.add({
      staff,
      act: 'fictional.answer',
      subject: { kind: 'member', id: member },
      after: { profile, message },
      at,
    })
    tx.deskChanged('answers')
    return null
  })

/** Fictional profiles' answers [GUARD-7]. */
export const answerRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof answerCalls> => ({
  'answers.list': () => waitingConversations(deps),
  'answers.open': ({ params }, { id }) => openWaiting(deps, id, params),
  'answers.send': async ({ params, body }, { id }) => (await answerWaiting(deps, id, params, body)) ?? { sent: true },
})
