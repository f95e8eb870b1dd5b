/** A request body that arrives later than the headers: a client may send it as slowly as it likes. */

type LateBody = {
  body: ReadableStream<Uint8Array>
  /** Resolves once the server reads the body. */
  isAwaited: Promise<void>
  arrive: () => void
}

export const lateBody = (text: string): LateBody => {
  const [awaited, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        awaited.resolve()
        await arrived.promise
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, isAwaited: awaited.promise, arrive: () => arrived.resolve() }
}
