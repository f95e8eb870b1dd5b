/** Another member's device without a browser: makes calls of the table straight to the site. */
import { pathOf } from '#contract/call.ts'
import { callOf, type CallAnswer, type CallInput, type CallName } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { uuidv7 } from '#contract/rules/uuid.ts'

export type Client = {
  id: number
  ask: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallAnswer<Name>>
  say: (to: number, text: string) => Promise<void>
}

type Parts = { params?: Record<string, string | number>; query?: Record<string, string>; body?: unknown }

export const logInClient = async (url: string, email: string, password: string): Promise<Client> => {
  let cookie = ''
  const ask: Client['ask'] = async (name, input) => {
    const call = callOf(name)
    const { params, query, body } = input as Parts
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
    const response = await fetch(`${url}${pathOf(call, params)}${search}`, {
      method: call.method,
      headers: { [REQUEST_TYPE_HEADER]: REQUEST_TYPE, 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${name} answered ${response.status} ${await response.text()}`)
    cookie = response.headers.getSetCookie().map((header) => header.split(';')[0])[0] ?? cookie
    // The caller names the call, and the server's own tests check its answers.
    return (response.status === 204 ? null : await response.json()) as CallAnswer<typeof name>
  }
  const { user } = await ask('user.login', { body: { email, password } })
  if (!user) throw new Error(`${email} could not log in.`)
  return {
    id: user.id,
    ask,
    say: async (to, text) => {
      const client_id = uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))
      await ask('messages.send', { body: { client_id, profile: to, type: 'text', text } })
    },
  }
}
