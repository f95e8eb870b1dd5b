import { describe, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS, type StreamEvent } from '#contract/events.ts'
import { openEventStream, type Source } from './event-stream.ts'

/** An event stream whose server side and timers the test controls. */
const stage = () => {
  const sources: { source: Source; send: (type: string, data?: string) => void; closed: () => boolean }[] = []
  const waiting: { ms: number; run: () => void }[] = []
  const heard: StreamEvent[] = []
  const onOpen = vi.fn()
  const connect = (): Source => {
    const listeners = new Map<string, ((event: MessageEvent<string>) => void)[]>()
    let closed = false
    const source: Source = {
      addEventListener: (type, listener) => listeners.set(type, [...(listeners.get(type) ?? []), listener]),
      close: () => {
        closed = true
      },
    }
    const send = (type: string, data = ''): void => {
      for (const listener of listeners.get(type) ?? []) listener(new MessageEvent(type, { data }))
    }
    sources.push({ source, send, closed: () => closed })
    return source
  }
  const after = (ms: number, run: () => void) => {
    const timer = { ms, run }
    waiting.push(timer)
    return () => void waiting.splice(waiting.indexOf(timer), 1)
  }
  let back: (() => void) | null = null
  const stop = openEventStream({
    connect,
    after,
    random: () => 0.5,
    onEvent: (event) => heard.push(event),
    onOpen,
    onBack: (run) => {
      back = run
      return () => {
        back = null
      }
    },
  })
  const latest = () => {
    const last = sources.at(-1)
    if (!last) throw new Error('no line')
    return last
  }
  return { sources, latest, waiting, heard, onOpen, stop, returns: () => back?.() }
}

describe('[CHAT-14] the event stream', () => {
  test('delivers named events and plain messages, and ignores unknown ones', () => {
    const { latest, heard } = stage()
    latest().send('change', '{"type":"change","seq":7}')
    latest().send('message', '{"type":"logout"}')
    latest().send('message', '{"type":"else"}')
    latest().send('message', 'not json')
    expect(heard).toEqual([{ type: 'change', seq: 7 }, { type: 'logout' }])
  })

  test('[SAFE-6] pauses for five minutes if the session has enough newer streams', () => {
    const { latest, waiting, heard, sources } = stage()
    latest().send('message', '{"type":"crowded"}')
    expect([heard, latest().closed(), waiting.map(({ ms }) => ms)]).toEqual([[], true, [5 * 60_000]])
    waiting.shift()?.run()
    expect(sources).toHaveLength(2)
  })

  test('reports every open connection, so that missed changes are fetched', () => {
    const { latest, waiting, onOpen } = stage()
    latest().send('open')
    latest().send('error')
    waiting.shift()?.run()
    latest().send('open')
    expect(onOpen).toHaveBeenCalledTimes(2)
  })

  test('reconnects with exponential back-off, which an event resets', () => {
    const { latest, waiting } = stage()
    const pauses: number[] = []
    const fail = (): void => {
      latest().send('error')
      const timer = waiting.shift()
      pauses.push(timer?.ms ?? 0)
      timer?.run()
    }
    fail()
    fail()
    fail()
    latest().send('open')
    latest().send('message', '{"type":"change","seq":1}')
    fail()
    expect(pauses).toEqual([1_000, 1_500, 2_500, 1_000])
  })

  test('never has two open connections', () => {
    const { sources, latest, waiting } = stage()
    latest().send('error')
    latest().send('error')
    expect(waiting).toHaveLength(1)
    expect(sources[0]?.closed()).toBe(true)
  })

  test('[PWA-10] a change whose news only a newer version reads still says that there is one', () => {
    const { latest, heard } = stage()
    latest().send('message', '{"type":"change","seq":4,"news":{"for":7}}')
    expect(heard).toEqual([{ type: 'change', seq: 4 }])
  })

  test('[PWA-12] pauses for minutes if a proxy buffers every event, and not for one connection that died before its first event', () => {
    const { sources, latest, waiting } = stage()
    const silence = (): number => {
      latest().send('open')
      expect(waiting.map(({ ms }) => ms)).toEqual([2 * HEARTBEAT_MS])
      waiting.shift()?.run()
      expect(latest().closed()).toBe(true)
      return waiting[0]?.ms ?? 0
    }
    expect(silence()).toBe(1_000)
    waiting.shift()?.run()
    expect(silence()).toBe(5 * 60_000 + 1_000)
    waiting.shift()?.run()
    latest().send('beat')
    expect(silence()).toBe(1_000)
    expect(sources).toHaveLength(3)
  })

  test('[PWA-12] reconnects with back-off, and not after minutes, if nobody answers at all: the network has stalled', () => {
    const { sources, waiting } = stage()
    const pauses: number[] = []
    for (const _ of [1, 2, 3]) {
      expect(waiting.map(({ ms }) => ms)).toEqual([2 * HEARTBEAT_MS])
      waiting.shift()?.run()
      pauses.push(waiting[0]?.ms ?? 0)
      waiting.shift()?.run()
    }
    expect(pauses).toEqual([1_000, 1_500, 2_500])
    expect(sources.filter(({ closed }) => !closed())).toHaveLength(1)
  })

  test('[PWA-12] the return of the network ends a pause after many failures, and a connection that hangs since before', () => {
    const { sources, latest, waiting, returns, stop } = stage()
    for (let failure = 0; failure < 9; failure += 1) {
      latest().send('error')
      if (failure < 8) waiting.shift()?.run()
    }
    expect(waiting.map(({ ms }) => ms)).toEqual([128_500])
    returns()
    expect(waiting.map(({ ms }) => ms)).toEqual([1_000])
    waiting.shift()?.run()
    const hanging = sources.length
    returns()
    expect(latest().closed()).toBe(true)
    expect(waiting.map(({ ms }) => ms)).toEqual([1_000])
    waiting.shift()?.run()
    expect(sources).toHaveLength(hanging + 1)
    latest().send('open')
    returns()
    expect(latest().closed()).toBe(false)
    stop()
    returns()
    expect(sources).toHaveLength(hanging + 1)
  })

  test('[SAFE-6] the return of the network does not end the pause of a session with enough newer streams', () => {
    const { latest, waiting, returns } = stage()
    latest().send('message', '{"type":"crowded"}')
    returns()
    expect(waiting.map(({ ms }) => ms)).toEqual([5 * 60_000])
  })

  test('[PWA-12] reconnects at once if nothing comes any more, also before the first heartbeat', () => {
    const { sources, latest, waiting } = stage()
    for (const last of ['change', 'beat']) {
      latest().send('open')
      latest().send(last, '{"type":"change","seq":7}')
      expect(waiting.map(({ ms }) => ms)).toEqual([2 * HEARTBEAT_MS])
      waiting.shift()?.run()
      expect(latest().closed()).toBe(true)
      expect(waiting.map(({ ms }) => ms)).toEqual([1_000])
      waiting.shift()?.run()
    }
    expect(sources).toHaveLength(3)
  })

  test('stays closed after it was stopped, also during a pause', () => {
    const { sources, latest, waiting, stop } = stage()
    latest().send('error')
    stop()
    expect(waiting).toHaveLength(0)
    expect(sources.every(({ closed }) => closed())).toBe(true)
  })
})
