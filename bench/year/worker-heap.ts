/** Reads the heap size of a service worker. It asks DevTools directly, because a page's session cannot. */
import * as v from 'valibot'

const Targets = v.array(v.object({ type: v.string(), url: v.string(), webSocketDebuggerUrl: v.string() }))
const Answer = v.object({ id: v.number(), result: v.optional(v.object({ usedSize: v.optional(v.number()) })) })

const ANSWER_MS_MAX = 30_000

/** @param port where the browser's DevTools listen. @returns MB */
export const heapOfWorker = async (port: number, origin: string): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const target = v
    .parse(Targets, await response.json())
    .find(({ type, url }) => type === 'service_worker' && url.startsWith(origin))
  if (!target) throw new Error(`No service worker of ${origin} runs`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error('DevTools let nobody in')))
    })
    await ask(socket, 1, 'HeapProfiler.collectGarbage')
    return ((await ask(socket, 2, 'Runtime.getHeapUsage')).result?.usedSize ?? Number.NaN) / 1e6
  } finally {
    socket.close()
  }
}

const ask = (socket: WebSocket, id: number, method: string): Promise<v.InferOutput<typeof Answer>> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer to ${method}`)), ANSWER_MS_MAX)
    socket.addEventListener('message', ({ data }) => {
      const answer = v.safeParse(Answer, JSON.parse(String(data)))
      if (!answer.success || answer.output.id !== id) return
      clearTimeout(timer)
      resolve(answer.output)
    })
    socket.send(JSON.stringify({ id, method }))
  })
