import type { Context } from 'hono'
import { LOCALES, type Locale } from '#contract/locales.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Caller } from '../../http/caller.ts'
import { localeOf, withMailLocale } from '../../http/locale.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'
import { memberSettingsOf } from '../account/user-view.ts'
import { announce } from '../feed/announce.ts'
import { changeSettings } from './change-settings.ts'
import { complain } from './complain.ts'
import { takeFeedback } from './feedback.ts'
import { unsubscribeSubject, unsubscribe } from './unsubscribe.ts'

type NoticeCalls =
  | 'notifications.get'
  | 'notifications.put'
  | 'notifications.enable'
  | 'unsubscribe.open'
  | 'unsubscribe'
  | 'mail.feedback'
  | 'complaints.send'

export const noticeRoutes = (deps: Deps): Pick<Handlers, NoticeCalls> => ({
  'notifications.get': async (_, caller) => settingsOf(deps, caller.id),

  'notifications.put': async ({ body }, caller) => {
    const settings = await changeSettings(deps, caller.id, body)
    return settings ? { settings } : refuse('authentication_required')
  },

  'notifications.enable': async (_, caller) => {
    await deps.write(async (tx) => {
      if (await tx.notices.enableMail(caller.id)) await announce(tx, caller.id, 'user', 0)
    })
    return settingsOf(deps, caller.id)
  },

  'unsubscribe.open': async ({ query }, _, c) => {
    c.header('cache-control', 'no-store')
    const about = await unsubscribeSubject(deps, query.token)
    const asks = new URLSearchParams({ unsubscribe: query.token, ...(about ? { about } : {}) })
    return c.redirect(withMailLocale(c, `/notifications?${asks.toString()}`), 303)
  },

  unsubscribe: ({ query }) => unsubscribe(deps, query.token),

  'mail.feedback': ({ body }) => takeFeedback(deps, body),

  'complaints.send': ({ body }, caller, c) =>
    complain(deps, body, {
      member: caller?.id ?? null,
      address: addressOf(c, deps.env),
      language: languageOf(deps, caller, c),
    }),
})

const settingsOf = async (deps: Deps, member: number) => {
  const row = await deps.read.account.own(member)
  return row
    ? { settings: memberSettingsOf(row.user.settings, row.sensitiveConsentAt) }
    : refuse('authentication_required')
}

const languageOf = (deps: Deps, caller: Caller | null, c: Context): Locale =>
  LOCALES.find((locale) => locale === caller?.language) ?? localeOf(c, deps.settings().domain_language)
