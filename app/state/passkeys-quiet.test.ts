// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLocale, t } from './i18n.ts'
import { addPasskeyQuietly, newPasskeyFor } from './passkeys.ts'
import { toasts } from './toasts.ts'

const asked: { url: string; body: unknown }[] = []
let made: (object | null)[]
let isOpenForEver = false
const created: unknown[] = []

type RequestOptions = { mediation?: string; signal?: AbortSignal }

const abortOf = (signal: AbortSignal | undefined) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
  })

class FakeCredential {
  static capabilities: Record<string, boolean> = { conditionalCreate: true }
  static getClientCapabilities = async () => FakeCredential.capabilities
  static parseRequestOptionsFromJSON = (options: object) => options
  static parseCreationOptionsFromJSON = (options: object) => options
  id = 'key-1'
  toJSON = () => ({ id: 'key-1', response: { clientDataJSON: 'data' } })
}

beforeAll(() => showLocale('en'))
beforeEach(() => {
  asked.length = 0
  created.length = 0
  made = [new FakeCredential()]
  isOpenForEver = false
  FakeCredential.capabilities = { conditionalCreate: true }
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('navigator', {
    credentials: {
      create: async (wanted: RequestOptions) => {
        created.push(wanted)
        // As Chromium without a password manager does.
        if (isOpenForEver && wanted.mediation === 'conditional') await abortOf(wanted.signal)
        const next = made.shift()
        if (!next) throw new DOMException('no', 'NotAllowedError')
        return next
      },
    },
  })
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    asked.push({ url, body: JSON.parse(body ?? '{}') })
    return Response.json(url.endsWith('options') ? { challenge: 'c' } : { passkeys: [], has_password: true })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('[ACC-20] after a login by password the browser is asked for a passkey by conditional mediation alone', async () => {
  await addPasskeyQuietly('my own password')
  expect(toasts.value.map(({ text }) => text)).toEqual([t('login.passkeyAdded')])
  expect(created).toEqual([
    { publicKey: { challenge: 'c' }, mediation: 'conditional', signal: expect.any(AbortSignal) },
  ])
  expect(asked.map(({ url }) => url)).toEqual(['/api/passkeys/own-options', '/api/passkeys'])
  expect(asked[0]?.body).toEqual({ for: 'add', quiet: true, password: 'my own password' })
  expect(asked[1]?.body).toMatchObject({ quiet: true })
})

test('[ACC-20] a browser that cannot make one quietly is never asked, and sends nothing', async () => {
  FakeCredential.capabilities = { conditionalCreate: false }
  await addPasskeyQuietly('my own password')
  expect([asked, created]).toEqual([[], []])
})

test('[ACC-20] a browser that declines is not an error: the member stays logged in', async () => {
  made = []
  await addPasskeyQuietly('my own password')
  expect(asked).toHaveLength(1)
})

test('[ACC-20] a quiet request that stays open ends before the member asks for a passkey', async () => {
  isOpenForEver = true
  const quiet = addPasskeyQuietly('my own password')
  await vi.waitFor(() => expect(created).toHaveLength(1))
  expect(await newPasskeyFor({ for: 'signup', email: 'a@example.test', name: 'A' })).toMatchObject({ id: 'key-1' })
  await quiet
  expect(created).toMatchObject([{ mediation: 'conditional', signal: { aborted: true } }, {}])
})
