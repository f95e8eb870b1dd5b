/** What happened for a member in a week, in numbers; those of fictional profiles apart [SAFE-7]. */
import { DAY_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverCount, serverText, type ServerCountKey } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

type Counted = { count: number; fictional: boolean }

export const mailWeekly =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.weekly'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    const likes = await deps.read.notices.newLikes(member, deps.now() - 7 * DAY_MS)
    const unread = await deps.read.notices.unreadBy(member, deps.now())
    if (!person || (likes.length === 0 && unread.length === 0)) return
    const { language } = person
    const { name: site } = deps.settings()
    const line = (key: ServerCountKey, counted: readonly Counted[], fictional: boolean): string[] => {
      const total = counted.filter((each) => each.fictional === fictional).reduce((sum, { count }) => sum + count, 0)
      return total > 0 ? [serverCount(language, key, total)] : []
    }
    await post.wanted(job, person, 'weekly_updates', () => ({
      subject: serverText(language, 'mail.weekly.subject', { site }),
      paragraphs: [
        serverText(language, 'mail.weekly.text'),
        ...line('mail.weekly.likes', likes, false),
        ...line('mail.weekly.likes_fictional', likes, true),
        ...line('mail.weekly.unread', unread, false),
        ...line('mail.weekly.unread_fictional', unread, true),
      ],
      button: {
        text: serverText(language, 'mail.weekly.button', { site }),
        url: `${publicUrl(deps.env)}${likes.length > 0 ? '/likes' : '/chats'}`,
      },
    }))
  }
