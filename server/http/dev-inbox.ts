/**
 * /dev/inbox: shows the mails and SMS of a demo without mail or SMS servers; also as JSON for tests. In demo mode only.
 */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { escaped } from './heads.ts'
import { hashesOf } from './security-headers.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
article{border:1px solid #8886;border-radius:12px;padding:1rem 1.25rem;margin:1rem 0}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}`

export const mountDevInbox = (app: Hono, { env, read }: Pick<Deps, 'env' | 'read'>): void => {
  if (env.MODE !== 'demo') return

  app.get('/dev/inbox.json', async (c) => {
    const to = c.req.query('to')
    const [mails, sms] = [await read.site.devMails(to), await read.site.devSms(to)]
    return c.json({ mails, sms }, 200, { 'cache-control': 'no-store' })
  })

  app.get('/dev/inbox', async (c) => {
    const to = c.req.query('to')
    const sms = await read.site.devSms(to)
    const messages = [
      ...(await read.site.devMails(to)),
      ...sms.map(({ recipient, text, at }) => ({ subject: 'SMS', recipient, text, at })),
    ]
    const shown = messages
      .toSorted((one, other) => other.at - one.at)
      .map(
        ({ subject, recipient, at, text }) =>
          `<article><h2>${escaped(subject)}</h2><p>${escaped(recipient)} · ` +
          `<time>${new Date(at).toISOString()}</time></p><pre>${linked(text)}</pre></article>`,
      )
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Inbox</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style>
<h1>Development inbox</h1>${shown.join('\n') || '<p>Nothing yet.</p>'}</html>`
    return c.html(html, 200, {
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${hashesOf(html, 'style').join(' ')}`,
    })
  })
}

const linked = (text: string): string =>
  escaped(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
