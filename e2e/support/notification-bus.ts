/**
 * A session bus with a notification service, as on a desktop: Chromium shows its notifications here, and a test taps them.
 * Such a tap has the effects of a person's tap: its events are trusted, and they may open windows. The bus implements only
 * the part of D-Bus that Chromium uses.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FLAG, messageReader, TYPE, written, type Outgoing } from './bus-wire.ts'

export type BusNotification = {
  id: number
  title: string
  body: string
  /** Labels of the buttons, in order. */
  buttons: string[]
}

export type NotificationBus = {
  /** Value of DBUS_SESSION_BUS_ADDRESS for Chromium. */
  address: string
  /** Notifications on the screen now, oldest first. */
  shown: () => BusNotification[]
  /** How often a notification was shown, replacements included. */
  count: () => number
  /** Taps the notification itself, or one of its buttons. */
  tap: (notification: BusNotification, button?: string) => void
  /** Writes a reply into the notification, if one of its buttons asks for text. */
  reply: (notification: BusNotification, words: string) => void
  close: () => Promise<void>
}

const NOTIFICATIONS = 'org.freedesktop.Notifications'
const BUS = 'org.freedesktop.DBus'
/** The service's own name on the bus. */
const SERVICE = ':1.0'

export const startNotificationBus = async (): Promise<NotificationBus> => {
  const folder = await mkdtemp(join(tmpdir(), 'visavis-bus-'))
  const path = join(folder, 'bus')
  const open = new Map<number, BusNotification & { keys: string[] }>()
  const clients = new Set<Socket>()
  let serial = 0
  let names = 0
  let given = 0
  let count = 0

  const send = (socket: Socket, message: Omit<Outgoing, 'serial'>): void => {
    serial += 1
    if (!socket.destroyed) socket.write(written({ ...message, serial }))
  }
  const signal = (member: string, signature: string, body: unknown[]): void => {
    for (const client of clients)
      send(client, {
        type: TYPE.signal,
        path: '/org/freedesktop/Notifications',
        interface: NOTIFICATIONS,
        member,
        sender: SERVICE,
        signature,
        body,
      })
  }
  const gone = (id: number, reason: number): void => {
    if (open.delete(id)) signal('NotificationClosed', 'uu', [id, reason])
  }

  const onScreen = (id: number): BusNotification & { keys: string[] } => {
    const held = open.get(id)
    if (!held) throw new Error('It is not on the screen any more.')
    return held
  }

  const show = (args: unknown[]): number => {
    // Argument order of the desktop notification specification: app, replaced id, icon, summary, body, actions, hints, timeout.
    const [, replaced, , title, body, actions] = args as [string, number, string, string, string, string[]]
    if (replaced === 0) given += 1
    const id = replaced === 0 ? given : replaced
    const pairs = actions.flatMap((key, index) => (index % 2 === 0 ? [[key, actions[index + 1] ?? ''] as const] : []))
    const buttons = pairs.filter(([key]) => key !== 'default' && key !== 'settings')
    count += 1
    open.delete(id)
    open.set(id, {
      id,
      title,
      body,
      buttons: buttons.map(([, words]) => words),
      keys: buttons.map(([key]) => key),
    })
    return id
  }

  /** Signature and values of the answer to each call. Any other call gets an error. */
  const answers: Record<string, (args: unknown[], client: string) => [string, unknown[]] | null> = {
    [`${NOTIFICATIONS}.GetCapabilities`]: () => ['as', [['actions', 'body', 'inline-reply', 'persistence']]],
    [`${NOTIFICATIONS}.GetServerInformation`]: () => ['ssss', ['stand-in', 'visavis', '1', '1.2']],
    [`${NOTIFICATIONS}.Notify`]: (args) => ['u', [show(args)]],
    [`${NOTIFICATIONS}.CloseNotification`]: ([id]) => {
      gone(Number(id), BY_CALL)
      return ['', []]
    },
    [`${BUS}.Hello`]: (_, client) => ['s', [client]],
    [`${BUS}.AddMatch`]: () => ['', []],
    [`${BUS}.RemoveMatch`]: () => ['', []],
    [`${BUS}.RequestName`]: () => ['u', [1]],
    [`${BUS}.NameHasOwner`]: ([name]) => ['b', [name === NOTIFICATIONS]],
    [`${BUS}.GetNameOwner`]: ([name]) => (name === NOTIFICATIONS ? ['s', [SERVICE]] : null),
    [`${BUS}.StartServiceByName`]: ([name]) => (name === NOTIFICATIONS ? ['u', [ALREADY_RUNNING]] : null),
    [`${BUS}.ListNames`]: () => ['as', [[NOTIFICATIONS]]],
    [`${BUS}.ListActivatableNames`]: () => ['as', [[NOTIFICATIONS]]],
  }

  const server = createServer((socket) => {
    names += 1
    const client = `:1.${names}`
    socket.on('error', () => socket.destroy())
    socket.on('close', () => clients.delete(socket))
    const read = messageReader(({ type, flags, serial: replyTo, interface: of, member, body: args }) => {
      if (type !== TYPE.call) return
      const answer = answers[`${of}.${member}`]?.(args, client)
      if (flags & FLAG.noReply) return
      const [signature, body] = answer ?? ['s', ['Nobody here knows that.']]
      send(socket, {
        type: answer ? TYPE.answer : TYPE.error,
        ...(answer ? {} : { error: 'org.freedesktop.DBus.Error.ServiceUnknown' }),
        replyTo,
        destination: client,
        sender: of === NOTIFICATIONS ? SERVICE : BUS,
        signature,
        body,
      })
    })
    introduce(socket, (rest) => {
      clients.add(socket)
      socket.on('data', read)
      read(rest)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(path, resolve)
  })

  return {
    address: `unix:path=${path}`,
    shown: () => [...open.values()],
    count: () => count,
    tap: ({ id }, button) => {
      const { buttons, keys } = onScreen(id)
      const key = button === undefined ? 'default' : keys[buttons.indexOf(button)]
      if (key === undefined) throw new Error(`It has no button "${button}", only ${buttons.join(', ')}.`)
      signal('ActionInvoked', 'us', [id, key])
    },
    reply: ({ id }, words) => {
      if (!onScreen(id).keys.includes('inline-reply')) throw new Error('It does not ask for words.')
      signal('NotificationReplied', 'us', [id, words])
    },
    close: async () => {
      for (const client of clients) client.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const BY_CALL = 3
const ALREADY_RUNNING = 2

/** The authentication before the messages: everybody who can open the socket is accepted. */
const introduce = (socket: Socket, begin: (rest: Buffer) => void): void => {
  let said = Buffer.alloc(0)
  const hear = (bytes: Buffer): void => {
    said = Buffer.concat([said, bytes])
    for (let end = said.indexOf('\r\n'); end >= 0; end = said.indexOf('\r\n')) {
      const line = said.subarray(0, end).toString('latin1').replace('\0', '')
      said = said.subarray(end + 2)
      if (line === 'BEGIN') {
        socket.off('data', hear)
        begin(said)
        return
      }
      if (line.startsWith('AUTH ')) socket.write(`OK ${randomUUID().replaceAll('-', '')}\r\n`)
      else socket.write(line === 'AUTH' ? 'REJECTED EXTERNAL ANONYMOUS\r\n' : 'ERROR\r\n')
    }
  }
  socket.on('data', hear)
}
