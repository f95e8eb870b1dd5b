/** Reminds a member of unread messages: senders and counts, never the contents. */
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverCount, serverList, serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { markedName, type Post } from './post.ts'

/** The number of senders that a mail names. */
const NAMED = 3

type Writer = { name: string; fictional: boolean; count: number }

export const mailUnread =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.unread'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    const unread = await deps.read.notices.unreadBy(member, deps.now())
    // The member read them after the round.
    if (!person || unread.length === 0) return
    const people = await deps.read.notices.people(unread.map(({ partner }) => partner))
    const writers = unread.flatMap(({ partner, count }): Writer[] => {
      const found = people.find(({ id }) => id === partner)
      return found ? [{ ...found, count }] : []
    })
    const { language } = person
    const total = writers.reduce((sum, { count }) => sum + count, 0)
    await post.wanted(job, person, 'unread_message_reminders', () => ({
      subject: serverCount(language, 'mail.unread.subject', total),
      paragraphs: [
        serverCount(language, 'mail.unread.text', total, {
          site: deps.settings().name,
          names: namesOf(language, writers),
        }),
        ...(writers.some(({ fictional }) => fictional) ? [serverText(language, 'mail.unread.fictional')] : []),
      ],
      button: { text: serverText(language, 'mail.unread.button'), url: `${publicUrl(deps.env)}/chats` },
    }))
  }

/** The first senders by name, fictional ones marked [SAFE-7]. The others are counted, fictional profiles separately. */
const namesOf = (language: string, writers: Writer[]): string => {
  const unnamed = writers.slice(NAMED)
  const made = unnamed.filter(({ fictional }) => fictional).length
  const people = unnamed.length - made
  return serverList(language, [
    ...writers.slice(0, NAMED).map((writer) => markedName(language, writer)),
    ...(people > 0 ? [serverCount(language, 'mail.unread.more', people)] : []),
    ...(made > 0 ? [serverCount(language, 'mail.unread.more_fictional', made)] : []),
  ])
}
