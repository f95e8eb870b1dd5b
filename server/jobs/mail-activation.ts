/** The mail with the activation link [ACC-6]. */
import { activationLink } from '../areas/account/activation.ts'
import type { Deps } from '../deps.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

export const mailActivation =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.activation'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    if (person?.status !== 'not_confirmed') return
    const { language } = person
    await post.needed(job, person, {
      subject: serverText(language, 'mail.activation.subject'),
      paragraphs: [serverText(language, 'mail.activation.text', { site: deps.settings().name })],
      button: { text: serverText(language, 'mail.activation.button'), url: await activationLink(deps, member) },
      note: serverText(language, 'mail.activation.note'),
    })
  }
