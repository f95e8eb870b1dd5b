import { describe, expect, test } from 'vitest'
import { EnvError, publicUrl, readEnv } from './env.ts'

describe('[OPS-2] the environment', () => {
  test('may be empty', () => {
    expect(readEnv({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', MODE: 'demo', LOG_LEVEL: 'info' })
    expect(readEnv({ PORT: '', SMTP_URL: '' }).PORT).toBe(3000)
  })

  test('names every value that is wrong', () => {
    const wrong = {
      PORT: '70000',
      METRICS_PORT: '70000',
      PUBLIC_URL: 'visavis.test',
      SMTP_URL: 'http://mail',
      VAPID_SUBJECT: 'me',
      MODE: 'live',
      LOG_LEVEL: 'loud',
      PUSH_STAND_IN: 'nowhere',
      MOLLIE_API_KEY: 'my_key',
      MOLLIE_API_URL: 'mollie',
      SMS_URL: 'smtp://sms',
      SMS_TOKEN: 'short',
    }
    const message = messageOf(() => readEnv(wrong))
    for (const name of Object.keys(wrong)) expect(message).toContain(name)
    expect(message).toContain('MODE must be demo or production (got "live")')
  })

  test('an SMS gateway needs its token', () => {
    const SMS_URL = 'https://sms.example.org/send'
    expect(messageOf(() => readEnv({ SMS_URL }))).toContain('SMS_TOKEN must be set beside SMS_URL')
    expect(readEnv({ SMS_URL, SMS_TOKEN: 'a-long-token' })).toMatchObject({ SMS_URL })
  })

  test('[SAFE-11] a stand-in for the push services is refused in production', () => {
    const PUSH_STAND_IN = 'http://127.0.0.1:4000'
    for (const NODE_ENV of ['production', undefined])
      expect(messageOf(() => readEnv({ PUSH_STAND_IN, MODE: 'production', NODE_ENV }))).toContain(
        'PUSH_STAND_IN is for tests and must not be set in production',
      )
    expect(readEnv({ PUSH_STAND_IN, MODE: 'demo', NODE_ENV: 'production' })).toMatchObject({ PUSH_STAND_IN })
    expect(readEnv({ PUSH_STAND_IN, MODE: 'production', NODE_ENV: 'test' })).toMatchObject({ PUSH_STAND_IN })
  })

  test('a bucket needs its key and DATABASE_URL, and the proxy needs the bucket', () => {
    const env = {
      DATABASE_URL: 'postgres://db/visavis',
      FILES_URL: 'https://key:se%2Fcret@s3.example.net/photos?region=eu',
    }
    expect(readEnv({ ...env, FILES_BY_PROXY: 'yes' })).toMatchObject(env)
    for (const url of ['https://s3.example.net/photos', 'https://key:se/cret@host/photos', 'https://key:secret@host/'])
      expect(messageOf(() => readEnv({ ...env, FILES_URL: url }))).toMatch(/^FILES_URL must be https:\/\/KEY:SECRET@/m)
    expect(messageOf(() => readEnv({ FILES_URL: env.FILES_URL }))).toContain('FILES_URL needs DATABASE_URL')
    expect(messageOf(() => readEnv({ FILES_BY_PROXY: 'yes' }))).toContain('FILES_BY_PROXY needs FILES_URL')
  })

  test('[SAFE-9] a password with a character that ends a host is refused with the way to write it', () => {
    const urls = { DATABASE_URL: 'postgres://me:', BUS_URL: 'redis://:', SMTP_URL: 'smtps://me:' }
    for (const [name, start] of Object.entries(urls)) {
      for (const character of ['/', '#', '?']) {
        const message = messageOf(() => readEnv({ [name]: `${start}s3${character}cr3t@10.0.0.5/site` }))
        expect(message).toContain(`${name} must be a URL: in a password write %2F for /`)
        expect(message).not.toContain('cr3t')
      }
      const right = `${start}s3%2Fcr3t@10.0.0.5/site`
      expect(readEnv({ [name]: right })).toMatchObject({ [name]: right })
    }
    const DATABASE_URL = 'postgres://me@/site?host=%2Ftmp'
    expect(readEnv({ DATABASE_URL })).toMatchObject({ DATABASE_URL })
  })

  test('[SAFE-9] a wrong secret is named, and not repeated', () => {
    const secrets = {
      MOLLIE_API_KEY: 'liv_s3cr3t',
      SMS_TOKEN: 's3cr3t',
      MAIL_FEEDBACK_SECRET: 's3cr3t',
      SMTP_URL: 'smtp//me:s3cr3t@mail',
      DATABASE_URL: 'mysql://me:s3cr3t@db',
      FILES_URL: 'https://me:s3cr3t@bucket',
    }
    const message = messageOf(() => readEnv(secrets))
    for (const name of Object.keys(secrets)) expect(message).toContain(name)
    expect(message).not.toContain('s3cr3t')
  })

  test('[SAFE-9] a check of two variables repeats none of the others', () => {
    const secrets = { SMTP_URL: 'smtps://me:s3cr3t@mail', MOLLIE_API_KEY: 'live_s3cr3ts3cr3t' }
    for (const wrong of [
      { ROLE: 'jobs' },
      { FILES_BY_PROXY: 'yes' },
      { PUSH_STAND_IN: 'http://x', MODE: 'production' },
    ]) {
      const message = messageOf(() => readEnv({ ...secrets, ...wrong }))
      expect(message).toContain(Object.keys(wrong)[0])
      expect(message).not.toContain('s3cr3t')
    }
  })

  test('a sender needs an address, else mails would go out without one', () => {
    for (const MAIL_FROM of ['People', 'Per ', 'People <hello>', 'People hello@people.example'])
      expect(messageOf(() => readEnv({ MAIL_FROM }))).toContain('MAIL_FROM must be an address, or NAME <address>')
    for (const MAIL_FROM of ['hello@people.example', "L'Amore, Ltd <hello@people.example>"])
      expect(readEnv({ MAIL_FROM })).toMatchObject({ MAIL_FROM })
  })

  test('[OPS-15] with SQLite a restore drill can leave out the jobs, and no process runs jobs alone', () => {
    expect(readEnv({ ROLE: 'web' })).toMatchObject({ ROLE: 'web' })
    expect(messageOf(() => readEnv({ ROLE: 'jobs' }))).toContain('ROLE jobs needs DATABASE_URL')
  })

  test('sets the origin of links', () => {
    expect(publicUrl(readEnv({ PUBLIC_URL: 'https://visavis.test/path/' }))).toBe('https://visavis.test')
    expect(publicUrl(readEnv({ PORT: '4000' }))).toBe('http://localhost:4000')
  })
})

const messageOf = (action: () => unknown): string => {
  try {
    action()
  } catch (error) {
    if (error instanceof EnvError) return error.message
  }
  return ''
}
