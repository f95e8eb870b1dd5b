/** An answer that tells its news as it comes: one JSON object a line. */

/**
 * The work goes on when nobody reads any more; `signal` tells it so.
 * @param begin what is told, until it ends
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
      // Proxies pass each line on as it comes.
      'x-accel-buffering': 'no',
    },
  })
}
