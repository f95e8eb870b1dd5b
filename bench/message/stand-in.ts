/**
 * The limits: the same two calls as our server on bare Hono, with nothing, one commit a message or one commit a turn
 * behind them. `node stand-in.ts nothing | each | grouped`, with PORT, and a folder in STAND_IN_DATA.
 */
import { serve } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import * as v from 'valibot'
import { openStore, storeNothing } from './stand-in-store.ts'

const kind = v.parse(v.picklist(['nothing', 'each', 'grouped']), process.argv[2])
const env = v.parse(v.object({ PORT: v.string(), STAND_IN_DATA: v.string() }), process.env)
const Body = v.object({ client_id: v.string(), profile: v.number(), type: v.literal('text'), text: v.string() })

const store = kind === 'nothing' ? storeNothing() : openStore(env.STAND_IN_DATA, kind)
const streams = new Map<number, { write: (text: string) => void; seq: number }>()

const app = new Hono<{ Bindings: HttpBindings }>()
app.get('/', (c) => c.text('ready'))

app.post('/api/messages', async (c) => {
  const sender = store.memberOf(getCookie(c, 'session') ?? '')
  if (sender === null) return c.json({ error: 'authentication_required' }, 403)
  const parsed = v.safeParse(Body, await c.req.json())
  if (!parsed.success) return c.json({ error: 'invalid_input' }, 400)
  const { profile, text, client_id } = parsed.output
  const id = await store.add(sender, profile, text)
  if (id === null) return c.json({ error: 'not_enough_credits' }, 402)
  const stream = streams.get(profile)
  if (stream) {
    stream.seq += 1
    stream.write(`data: ${JSON.stringify({ type: 'message', seq: stream.seq, id, sender, client_id, text })}\n\n`)
  }
  return c.json({ id })
})

app.get('/api/events', (c) => {
  const member = store.memberOf(getCookie(c, 'session') ?? '')
  if (member === null) return c.json({ error: 'authentication_required' }, 403)
  const { outgoing } = c.env
  outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  outgoing.write(': open\n\n')
  streams.set(member, { write: (text) => outgoing.write(text), seq: 0 })
  outgoing.once('close', () => streams.delete(member))
  return RESPONSE_ALREADY_SENT
})

serve({ fetch: app.fetch, port: Number(env.PORT), hostname: '127.0.0.1' })
