/** The mail with the activation link [ACC-6]. */
import { activationLink } from '../areas/account/activation.ts'
import type { Mailer } from '../adapters/mail.ts'
import type { Deps } from '../deps.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { mailHtml, mailText, type MailParts } from './mail-page.ts'

export const mailActivation =
  (deps: Deps, mailer: Mailer) =>
  async ({ member }: JobPayload<'mail.activation'>, job: number): Promise<void> => {
    const row = await deps.read.account.own(member)
    if (row?.user.status !== 'not_confirmed') return
    const { language, email } = row.user
    const { name: site } = deps.settings()
    const parts: MailParts = {
      hello: serverText(language, 'mail.hello', { name: row.profile.name }),
      paragraphs: [serverText(language, 'mail.activation.text', { site })],
      button: {
        text: serverText(language, 'mail.activation.button'),
        url: await activationLink(deps, member),
      },
      linkHint: serverText(language, 'mail.link'),
      note: serverText(language, 'mail.activation.note'),
    }
    await mailer.send({
      job,
      to: email,
      subject: serverText(language, 'mail.activation.subject'),
      text: mailText(parts),
      html: mailHtml(language, parts),
    })
  }
