/** The rules that decide whether a message may be sent [CHAT-4], [GUARD-2], [GUARD-7]. */
import type { MessageType } from '#contract/entities/chat.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { CONVERSATIONS_FREE, DAY_MS } from '#contract/limits.ts'
import { mayNotAct } from '#contract/rules/may-act.ts'
import { mayWriteTo } from '#contract/rules/visibility.ts'
import type { Tx } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { isFictionAnswered, isUnanswered } from '../fictional/responder-mode.ts'
import type { SendFacts, SentPhoto } from './send-queries.ts'

export type OutgoingMessage = {
  recipient: number
  clientId: string
  type: MessageType
  /** The text, the name of the gift, or empty for a photo. */
  text: string
  photo: SentPhoto | null
  /** In credits. */
  cost: number
  /** The price that the sender's screen said; older devices say none. */
  statedCost?: number | undefined
  protection: Protection
}

/** The checks that a message must pass; null for a message of the site itself. */
export type Protection = {
  /** The age in days up to which an account's first messages are scored [GUARD-1]. */
  newAccountDays: number
  /** Null where limits are switched off for tests [GUARD-2]. */
  newConversations: NewConversationLimits | null
  /** Whether something answers for fictional profiles; otherwise writing to them is closed and costs nothing [GUARD-7]. */
  isFictionAnswered: boolean
} | null

export const protectionOf = (
  settings: Pick<SiteSettings, 'new_account_days' | 'new_conversations_a_day' | 'fictional_responder'>,
  env: Pick<Env, 'RATE_LIMITS' | 'MODE' | 'FICTIONAL_URL'>,
): Protection => ({
  newAccountDays: settings.new_account_days,
  newConversations: env.RATE_LIMITS === 'no' ? null : settings.new_conversations_a_day,
  isFictionAnswered: isFictionAnswered({ settings: () => settings, env }),
})

/** @returns null where the message may be sent */
export const refusalOf = async (
  { chat, find }: Pick<Tx, 'chat' | 'find'>,
  { at, ...pair }: { sender: number; recipient: number; at: number },
  facts: SendFacts,
  { cost, statedCost, protection }: Pick<OutgoingMessage, 'cost' | 'statedCost' | 'protection'>,
): Promise<Refusal | null> => {
  const { recipient, status, credits, paid } = facts
  if (!recipient || status === null) return refuse('not_found')
  const talked = facts.conversation !== null
  const { invisible } = recipient
  const may = mayWriteTo(
    { kind: 'member', paid },
    {
      ...facts,
      status,
      invisible,
      talked,
      isUnanswered: isUnanswered(recipient, protection?.isFictionAnswered !== false),
    },
  )
  if (!may.allowed) {
    if (may.reason !== 'blocked') return refuse(may.reason)
    // A blocked member learns no newer name than at the block [CHAT-9].
    const relation = await find.relation(pair.sender, pair.recipient)
    return refuse('blocked', { name: relation?.name ?? '' })
  }
  const begins = talked
    ? null
    : mayNotAct(
        { sanction: facts.mySanction, sanctionUntil: facts.mySanctionUntil, ageDue: facts.myAgeDue },
        'begin',
        at,
      )
  if (begins) return refuse(begins)
  if (!talked && !paid && (await chat.startedBy(pair.sender)) >= CONVERSATIONS_FREE) return refuse('conversation_limit')
  const limits = talked ? null : (protection?.newConversations ?? null)
  const full = limits === null ? null : await conversationsFull(chat, pair.sender, facts.mySignupAt, limits, at)
  if (full) return full
  // The price was raised while the message waited on the device, or while the app was open.
  if (statedCost !== undefined && cost > statedCost) return refuse('cost_changed', { cost })
  return credits < cost ? refuse('not_enough_credits', { cost, credits }) : null
}

/** The refusal once the sender has begun as many conversations in 24 hours as an account of this age may [GUARD-2]. */
const conversationsFull = async (
  chat: Tx['chat'],
  sender: number,
  signupAt: number,
  limits: NewConversationLimits,
  at: number,
): Promise<Refusal | null> => {
  const limit = newConversationsADay(limits, at - signupAt)
  const begunAt = await chat.begunLately(sender, at - DAY_MS, limit - 1)
  return begunAt === undefined ? null : refuse('new_conversation_limit', { limit, opens_at: begunAt + DAY_MS })
}

type NewConversationLimits = { first_day: number; first_week: number; later: number }

/**
 * The number of conversations that an account may begin in 24 hours grows with its age, for payers too [GUARD-2].
 * @param ageMs the age of the account
 */
const newConversationsADay = (limits: NewConversationLimits, ageMs: number): number =>
  ageMs < DAY_MS ? limits.first_day : ageMs < 7 * DAY_MS ? limits.first_week : limits.later
