/** Later effects of the decisions of the desk: a held message is settled, a sanction ends, and a fraudster's contacts are warned. */
import { HOUR_MS } from '#contract/limits.ts'
import { SCREEN_PATHS } from '#contract/screen-paths.ts'
import { announce } from '../areas/feed/announce.ts'
import { settleFlag } from '../areas/safety/answer-flag.ts'
import { refreshSanction } from '../areas/safety/desk.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { RetryLater } from './retries.ts'
import type { Post } from './post.ts'

/**
 * Delivers a held message, or gives its credits back, when the decision about it can no longer be undone [DESK-8]: nobody
 * could take back a message that its recipient has read.
 */
export const flagSettle =
  ({ write, now }: Pick<Deps, 'write' | 'now'>) =>
  ({ flag: id, at }: JobPayload<'flag.settle'>): Promise<undefined> =>
    write(async (tx) => {
      const flag = await tx.flags.flag(id)
      // The answer was undone, and perhaps followed by another one with a job of its own.
      if (flag?.answeredAt !== at) return undefined
      await settleFlag(tx, flag, { upheld: flag.upheld === true, at: now() })
      return undefined
    })

/**
 * Lifts a sanction at its end [DESK-7]. A clock that jumps past the end lifts nothing: the job waits until the clock is right, and
 * then for the end itself [OPS-14].
 */
export const sanctionEnd =
  ({ read, write, now, safeNow }: Pick<Deps, 'read' | 'write' | 'now' | 'safeNow'>) =>
  async ({ member }: JobPayload<'sanction.end'>): Promise<number | undefined> => {
    const at = safeNow()
    await write((tx) => refreshSanction(tx, member, at))
    const ends = (await read.safety.standingDecisions(member, at)).flatMap(({ until }) =>
      until === null ? [] : [until],
    )
    if (ends.length === 0) return undefined
    const next = Math.min(...ends)
    // When the clock is right again, retries that wait for a far time are pulled back (`recurring.ts`).
    if (next <= now()) throw new RetryLater('The clock is ahead of the trusted time', HOUR_MS)
    return next
  }

/** Members whom one job warns. */
const PAGE = 100

/**
 * Warns everybody who got a message of a fraudster, within 24 hours of the ban [DESK-10]: in the chat and by mail. The
 * warning says only what the desk decided. Once the ban is lifted, the same walk takes the warnings out of the chats.
 */
export const scamWarn =
  ({ read, write, now }: Deps) =>
  async ({ decision: id, after }: JobPayload<'scam.warn'>): Promise<void> => {
    const decision = await read.safety.decision(id)
    if (!decision) return
    const page = await read.safety.writtenTo(decision.userId, after, PAGE)
    const last = page.at(-1)
    if (!last) return
    // Named, so that it waits for what these members write and does not run again for each message.
    const warned = page.map(({ member }) => member)
    await write(async (tx) => {
      for (const { member, conversation } of page) {
        if (decision.liftedAt !== null) {
          if (await tx.safety.unwarnOf(member, conversation)) await announce(tx, member, 'chat', conversation)
          continue
        }
        if (!(await tx.safety.warnOf(member, conversation, now()))) continue
        await announce(tx, member, 'chat', conversation)
        await tx.jobs.add({ kind: 'mail.scam_warning', payload: { decision: id, member } }, now())
      }
      if (page.length === PAGE)
        await tx.jobs.add({ kind: 'scam.warn', payload: { decision: id, after: last.member } }, now())
    }, warned)
  }

export const mailScamWarning =
  (deps: Deps, post: Post) =>
  async ({ decision: id, member }: JobPayload<'mail.scam_warning'>, job: number): Promise<void> => {
    const decision = await deps.read.safety.decision(id)
    const person = await deps.read.notices.person(member)
    if (!decision || decision.liftedAt !== null || !person || person.fictional || person.status === 'deleted') return
    const { language } = person
    const name = await nameOf(deps, decision.userId)
    await post.needed(job, person, {
      subject: serverText(language, 'mail.scam.subject'),
      paragraphs: [
        name === '' ? serverText(language, 'mail.scam.gone') : serverText(language, 'mail.scam.text', { name }),
        serverText(language, 'mail.scam.advice'),
        serverText(language, 'mail.scam.paid'),
        { text: serverText(language, 'chat.safetyMore'), url: publicUrl(deps.env) + SCREEN_PATHS['pages-safety'].path },
      ],
      button: { text: serverText(language, 'mail.scam.button'), url: `${publicUrl(deps.env)}/chats` },
    })
  }

/** The name of the banned member, also after the account was erased; empty if no evidence has it. */
const nameOf = async ({ read }: Pick<Deps, 'read'>, member: number): Promise<string> =>
  (await read.account.own(member))?.profile.name || (await read.evidence.about(member))[0]?.profile.name || ''
