/** The desk's event stream. It sends hints that something has changed, never contents. */
import type { liveCalls } from '#contract/desk/events.ts'
import { HEARTBEAT_MS } from '#contract/events.ts'
import type { Deps } from '../../deps.ts'
import { sessionOfStaff } from '../../http/desk-caller.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Makes proxies forward each event at once.
  'x-accel-buffering': 'no',
}

export const liveRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof liveCalls> => ({
  events: async (_, { sessionHash }) => {
    const encoder = new TextEncoder()
    const ending = new AbortController()
    const { signal } = ending
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const write = (text: string): void => controller.enqueue(encoder.encode(text))
        const end = (): void => {
          ending.abort()
          controller.close()
        }
        const beat = async (): Promise<void> => {
          // A database that fails must not end the stream.
          const isOver = await sessionOfStaff(deps, sessionHash).then(
            (staff) => staff?.state !== 'in',
            () => false,
          )
          if (signal.aborted) return
          if (isOver) end()
          else write('event: beat\ndata:\n\n')
        }
        const timer = setInterval(() => void beat(), HEARTBEAT_MS).unref()
        const close = deps.bus.openDesk((hint) => write(`data: ${hint}\n\n`), end)
        signal.addEventListener('abort', () => {
          clearInterval(timer)
          close()
        })
        write(': open\n\n')
      },
      cancel: () => ending.abort(),
    })
    return new Response(stream, { headers: HEADERS })
  },
})
