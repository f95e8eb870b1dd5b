import { describe, expect, test } from 'vitest'
import { EnvError, publicUrl, readEnv } from './env.ts'

describe('[OPS-2] the environment', () => {
  test('needs nothing', () => {
    expect(readEnv({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', MODE: 'demo', LOG_LEVEL: 'info' })
    expect(readEnv({ PORT: '', SMTP_URL: '' }).PORT).toBe(3000)
  })

  test('names every value that is wrong', () => {
    const wrong = {
      PORT: '70000',
      PUBLIC_URL: 'visavis.test',
      SMTP_URL: 'http://mail',
      VAPID_SUBJECT: 'me',
      MODE: 'live',
      LOG_LEVEL: 'loud',
      PUSH_STAND_IN: 'nowhere',
    }
    const message = messageOf(() => readEnv(wrong))
    for (const name of Object.keys(wrong)) expect(message).toContain(name)
    expect(message).toContain('MODE must be demo or production (got "live")')
  })

  test('gives links their origin', () => {
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
