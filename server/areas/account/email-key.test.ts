import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { isDisposable } from './email-key.ts'

const NONE = { refused_mail_domains: [], allowed_mail_domains: [] }

describe('[GUARD-5] disposable domains', () => {
  test('on the published list are refused with their subdomains, in any spelling', () => {
    for (const email of ['a@mailinator.com', ' A@MAILINATOR.com', 'a@x.y.mailinator.com', 'a@yopmail.com'])
      expect([email, isDisposable(email, NONE)]).toEqual([email, true])
  })

  test('mailboxes, and addresses of services that protect a real mailbox, are not', () => {
    const domains =
      'gmail.com libero.it gmx.de web.de proton.me privaterelay.appleid.com duck.com mozmail.com passmail.net addy.io'
    for (const domain of [...domains.split(' '), 'xmailinator.com', 'example.test'])
      expect([domain, isDisposable(`a@${domain}`, NONE)]).toEqual([domain, false])
  })

  test('that the operator lists are refused, or allowed; the nearest entry decides', () => {
    const lists = {
      refused_mail_domains: ['bad.example', 'xn--mller-kva.example'],
      allowed_mail_domains: ['mailinator.com', 'good.bad.example'],
    }
    const answers = [
      'x.bad.example',
      'good.bad.example',
      'a.good.bad.example',
      'müller.example',
      'mailinator.com',
      'yopmail.com',
    ]
    expect(answers.map((domain) => isDisposable(`a@${domain}`, lists))).toEqual([true, false, false, true, false, true])
  })
})

describe('[GUARD-5] a disposable address', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await createTestServer()
  })
  afterEach(() => server.close())

  test('is refused at signup as a field of the form, and no account is made', async () => {
    const { status, error } = await server.visitor('signup', { body: signupForm({ email: 'carla@mailinator.com' }) })
    expect([status, error]).toEqual([400, { error: 'invalid_input', fields: { email: 'email_disposable' } }])
    expect(server.sql('select count(*) as n from users')).toEqual([{ n: 0 }])
  })

  test('is refused at a change of mail, and the old address gets no mail', async () => {
    const anna = await server.signUp('Anna')
    const body = { email: 'anna@sub.yopmail.com', password: TEST_PASSWORD }
    const { error } = await server.as(anna)('mail_change.ask', { body })
    expect(error).toEqual({ error: 'invalid_input', fields: { email: 'email_disposable' } })
    expect(server.sql('select count(*) as n from jobs')).toEqual([{ n: 0 }])
  })

  test('still logs an existing member in', async () => {
    await server.signUp('Anna', { email: 'anna@mailinator.com' })
    const body = { email: 'anna@mailinator.com', password: TEST_PASSWORD }
    expect((await server.visitor('user.login', { body })).status).toBe(200)
  })
})
