/** Another member's device without a browser: makes calls of the table straight to the site. */
import { pathOf } from '#contract/call.ts'
import { callOf, type CallAnswer, type CallInput, type CallName } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { uuidv7 } from '#contract/rules/ids.ts'

export type Client = {
  id: number
  ask: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallAnswer<Name>>
  /** @param clientId the id the device gives the message; a new one where none is given */
  say: (to: number, text: string, clientId?: string) => Promise<void>
}

type Ask = Client['ask']
type Parts = { params?: Record<string, string | number>; query?: Record<string, string>; body?: unknown }

export const signUpClient = async (url: string, form: CallInput<'signup'>['body']): Promise<Client> => {
  const ask = askWithCookie(url)
  const { user } = await ask('signup', { body: form })
  if (!user) throw new Error(`${form.email} could not sign up.`)
  return clientOf(user.id, ask)
}

export const newClientId = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

const clientOf = (id: number, ask: Ask): Client => ({
  id,
  ask,
  say: async (to, text, clientId = newClientId()) => {
    await ask('messages.send', { body: { client_id: clientId, profile: to, type: 'text', text } })
  },
})

const askWithCookie = (url: string): Ask => {
  let cookie = ''
  return async (name, input) => {
    const call = callOf(name)
    const { params, query, body } = input as Parts
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
    const response = await fetch(`${url}${pathOf(call, params)}${search}`, {
      method: call.method,
      headers: { [REQUEST_TYPE_HEADER]: REQUEST_TYPE, 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${name} answered ${response.status} ${await response.text()}`)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    // A stream ends with its last line.
    if (typeof call.response === 'string') {
      await response.text()
      return null
    }
    // The caller names the call, and the server's own tests check its answers.
    return (response.status === 204 ? null : await response.json()) as CallAnswer<typeof name>
  }
}
