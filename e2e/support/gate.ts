/**
 * A gate between the browser and the server that plays the network. It cuts page, service worker and event stream
 * alike while `navigator.onLine` stays true, and can lose or hold the ANSWER to a request that the server has committed.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The request of the event stream: its bytes are not an answer that a test could lose or hold. */
export const STREAM = 'GET /api/events'

/** `down` resets open connections and refuses new ones; `stall` accepts connections and passes nothing on. */
export type GateState = 'up' | 'down' | 'stall'

export type Gate = {
  url: string
  set: (state: GateState) => void
  /** Passes on what the browser sends at this speed on each connection; `Infinity` ends that. */
  slowDown: (bytesPerSecond: number) => void
  /** Sets the server's port, which changes with a restart. */
  to: (port: number) => void
  /** Request lines that have passed so far, e.g. `POST /api/messages`. */
  passed: (line: string) => number
  /** Loses the first answers to each such request (by its body): the server has committed, the browser sees a reset. */
  dropAnswers: (line: string, timesEach: number) => { dropped: () => number; stop: () => void }
  /** Delays the answers to this request until `release`. */
  holdAnswers: (line: string) => { held: () => number; release: () => void }
  /** Loses answers to calls as `loses` decides for each: the server has committed, the browser sees a reset. */
  loseAnswers: (loses: (line: string) => boolean) => { lost: () => number; stop: () => void }
  /** Loses answers to requests for the app's own files as `loses` decides for each. */
  loseFiles: (loses: (line: string) => boolean) => { lost: () => number; stop: () => void }
  /** Answers this request itself; the server does not receive it. */
  answerFor: (line: string, status: number, body: unknown) => { answered: () => number; stop: () => void }
  /** Answers every call itself with this status, like a proxy whose server is down. */
  answerAll: (status: number) => { answered: (line: string) => number; stop: () => void }
  /** Records the requests that are refused while the gate is `down`, with their times in ms since the epoch. */
  recordRefused: () => { line: string; at: number }[]
  /** Number of connections on which this request is open now, e.g. of event streams. */
  open: (line: string) => number
  close: () => Promise<void>
}

type Pair = {
  client: Socket
  server: Socket
  /** The current request: its line, and all its bytes. */
  line: string
  request: Buffer
  /** Decisions of the rules about the answer to the current request. */
  fates: Map<Rule, boolean>
  /** Makes the gate's own answer, which replaces the server's. */
  instead?: (() => string) | undefined
}
type Rule = { line: string | null; act: (pair: Pair, answer: Buffer) => 'pass' | 'taken' }

export const openGate = async (): Promise<Gate> => {
  const pairs = new Set<Pair>()
  const seen = new Map<string, number>()
  const rules = new Set<Rule>()
  const answers = new Map<string, () => string>()
  let state: GateState = 'up'
  let target = 0
  let speed = Infinity
  let instead: ((line: string) => string) | undefined
  let refused: { line: string; at: number }[] | null = null

  const listener = createServer((client) => {
    if (state === 'down') {
      if (refused) recordThenReset(client, refused)
      else client.resetAndDestroy()
      return
    }
    const server = connect(target, '127.0.0.1')
    const pair: Pair = { client, server, line: '', request: Buffer.alloc(0), fates: new Map() }
    pairs.add(pair)
    client.on('error', () => server.destroy())
    server.on('error', () => client.resetAndDestroy())
    client.on('close', () => {
      pairs.delete(pair)
      server.destroy()
    })
    server.on('close', () => client.end())
    client.on('data', (bytes) => {
      // A browser does not pipeline requests, so a chunk that begins like a request is a new request.
      const line = lineOf(bytes)
      if (line !== undefined) {
        pair.line = line
        pair.request = Buffer.alloc(0)
        pair.fates.clear()
        seen.set(line, (seen.get(line) ?? 0) + 1)
        const all = instead
        pair.instead = answers.get(line) ?? (all && line.includes(' /api/') ? () => all(line) : undefined)
      }
      if (pair.instead) {
        client.end(pair.instead())
        return
      }
      pair.request = Buffer.concat([pair.request, bytes])
      server.write(bytes)
      if (speed === Infinity) return
      client.pause()
      setTimeout(() => state === 'stall' || client.resume(), (bytes.length / speed) * 1_000)
    })
    server.on('data', (bytes) => {
      for (const rule of rules) if ((rule.line ?? pair.line) === pair.line && rule.act(pair, bytes) === 'taken') return
      client.write(bytes)
    })
    if (state === 'stall') still(pair)
  })

  const losing = (isLost: (line: string) => boolean): { lost: () => number; stop: () => void } => {
    let lost = 0
    const rule: Rule = {
      line: null,
      act: ({ client, line, fates }) => {
        // An answer arrives in several chunks: the first chunk decides for all of them.
        const fate = fates.get(rule) ?? isLost(line)
        fates.set(rule, fate)
        if (!fate) return 'pass'
        lost += 1
        client.resetAndDestroy()
        return 'taken'
      },
    }
    rules.add(rule)
    return { lost: () => lost, stop: () => rules.delete(rule) }
  }

  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve)
  })

  return {
    url: `http://localhost:${(listener.address() as AddressInfo).port}`,
    set: (next) => {
      state = next
      for (const pair of pairs) {
        if (next === 'down') pair.client.resetAndDestroy()
        else if (next === 'stall') still(pair)
        else flowing(pair)
      }
    },
    slowDown: (bytesPerSecond) => {
      speed = bytesPerSecond
    },
    to: (port) => {
      target = port
    },
    passed: (line) => seen.get(line) ?? 0,
    dropAnswers: (line, timesEach) => {
      const dropped = new Map<string, number>()
      const rule: Rule = {
        line,
        act: ({ client, request }) => {
          const body = bodyOf(request)
          const before = dropped.get(body) ?? 0
          if (before >= timesEach) return 'pass'
          dropped.set(body, before + 1)
          client.resetAndDestroy()
          return 'taken'
        },
      }
      rules.add(rule)
      return {
        dropped: () => [...dropped.values()].reduce((sum, count) => sum + count, 0),
        stop: () => rules.delete(rule),
      }
    },
    holdAnswers: (line) => {
      const held: (() => void)[] = []
      const rule: Rule = {
        line,
        act: ({ client, server }, answer) => {
          server.pause()
          held.push(() => {
            client.write(answer)
            server.resume()
          })
          return 'taken'
        },
      }
      rules.add(rule)
      return {
        held: () => held.length,
        release: () => {
          rules.delete(rule)
          for (const letGo of held.splice(0)) letGo()
        },
      }
    },
    loseAnswers: (loses) => losing((line) => line.includes(' /api/') && line !== STREAM && loses(line)),
    loseFiles: (loses) => losing((line) => !line.includes(' /api/') && loses(line)),
    answerFor: (line, status, body) => {
      let answered = 0
      const content = JSON.stringify(body)
      answers.set(line, () => {
        answered += 1
        return answerOf(status, 'application/json', content)
      })
      return { answered: () => answered, stop: () => answers.delete(line) }
    },
    answerAll: (status) => {
      const answered = new Map<string, number>()
      instead = (line) => {
        answered.set(line, (answered.get(line) ?? 0) + 1)
        return answerOf(status, 'text/html', '<h1>Out of order</h1>')
      }
      return {
        answered: (line) => answered.get(line) ?? 0,
        stop: () => {
          instead = undefined
        },
      }
    },
    recordRefused: () => {
      refused = []
      return refused
    },
    open: (line) => [...pairs].filter((pair) => pair.line === line && !pair.client.destroyed).length,
    close: async () => {
      for (const { client } of pairs) client.resetAndDestroy()
      await new Promise<void>((resolve) => {
        listener.close(() => resolve())
      })
    },
  }
}

const answerOf = (status: number, type: string, content: string): string =>
  `HTTP/1.1 ${status} Instead\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(content)}\r\nconnection: close\r\n\r\n${content}`

const bodyOf = (request: Buffer): string => request.toString('latin1').split('\r\n\r\n', 2)[1] ?? ''

const recordThenReset = (client: Socket, refused: { line: string; at: number }[]): void => {
  client.on('error', () => client.destroy())
  client.once('data', (bytes) => {
    refused.push({ line: lineOf(bytes) ?? '', at: Date.now() })
    client.resetAndDestroy()
  })
}

const lineOf = (bytes: Buffer): string | undefined =>
  /^([A-Z]+ [^ ?]+)[^ ]* HTTP\/1\.1\r\n/.exec(bytes.subarray(0, 2_000).toString('latin1'))?.[1]

const still = ({ client, server }: Pair): void => {
  client.pause()
  server.pause()
}

const flowing = ({ client, server }: Pair): void => {
  client.resume()
  server.resume()
}
