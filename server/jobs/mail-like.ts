/** Mails a member that someone likes them, only if the like still exists, is new, and both may see each other. */
import { isMatch, likeStateOf } from '../areas/likes/like-view.ts'
import { mayStillSend } from '../areas/safety/may-still-send.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { markedName, type Post } from './post.ts'

export const mailLike =
  (deps: Deps, post: Post) =>
  async ({ liker, member }: JobPayload<'mail.like'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    const [from] = await deps.read.notices.people([liker])
    const state = likeStateOf(liker, await deps.read.likes.statesWith(member, [liker]))
    if (!person || !from || !state.received?.like_new) return
    if (!(await mayStillSend(deps, liker, 'contact'))) return
    const { language } = person
    // A mail marks a fictional profile wherever it names one, in the subject too [SAFE-7].
    const names = { liker: markedName(language, from), site: deps.settings().name }
    const isMutual = isMatch(state)
    await post.wanted(job, person, 'like', () => ({
      subject: serverText(language, isMutual ? 'mail.like.match_subject' : 'mail.like.subject', names),
      paragraphs: [
        serverText(language, isMutual ? 'mail.like.match_text' : 'mail.like.text', names),
        ...(from.fictional ? [serverText(language, 'mail.like.fictional', { liker: from.name })] : []),
      ],
      button: { text: serverText(language, 'mail.like.button'), url: `${publicUrl(deps.env)}/likes/m/${liker}` },
    }))
  }
