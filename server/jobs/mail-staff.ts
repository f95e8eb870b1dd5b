/** Tells a colleague about a login with a new device, or a changed factor or password, with the link that locks the account. */
import { deviceOf } from '../areas/account/device-of.ts'
import { lockLink } from '../areas/desk/not-me.ts'
import type { Deps } from '../deps.ts'
import { serverText, type ServerTextKey } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

const TEXTS = {
  login: 'mail.staff.login',
  factor: 'mail.staff.factor',
  password: 'mail.staff.password',
} as const satisfies Record<JobPayload<'mail.staff'>['notice'], ServerTextKey>

export const mailStaff =
  (deps: Deps, post: Post) =>
  async ({ staff, notice, device, language, at }: JobPayload<'mail.staff'>, job: number): Promise<void> => {
    const account = await deps.read.staff.byId(staff)
    if (account?.endedAt !== null) return
    const site = deps.settings().name
    const { browser, system } = deviceOf(device)
    const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
      at,
    )
    const names = [browser, system].filter((part) => part !== '').join(', ') || '–'
    await post.needed(
      job,
      { email: account.mail, language, name: account.name },
      {
        subject: serverText(language, 'mail.staff.subject', { site }),
        paragraphs: [
          serverText(language, TEXTS[notice], { site, time: `${time} UTC`, device: names }),
          serverText(language, 'mail.staff.text'),
        ],
        button: { text: serverText(language, 'mail.staff.button'), url: lockLink(deps, staff, at) },
      },
    )
  }
