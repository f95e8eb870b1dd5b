/** A streamed answer: one JSON object per line. */

/**
 * If the client disconnects, the work continues; `signal` reports the disconnect.
 * @param begin the items to send, until it ends
 */
export const ndjson = (begin: (signal: AbortSignal) => AsyncIterable<unknown>): Response => {
  const left = new AbortController()
  const encoder = new TextEncoder()
  const lines = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const tell = async (): Promise<void> => {
        for await (const news of begin(left.signal))
          if (!left.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(news)}\n`))
        if (!left.signal.aborted) controller.close()
      }
      tell().catch((error: unknown) => controller.error(error))
    },
    cancel: () => left.abort(),
  })
  return new Response(lines, {
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Proxies must pass on each line without buffering.
      'x-accel-buffering': 'no',
    },
  })
}
