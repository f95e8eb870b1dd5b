/** Runs a task once at a time: requests during a run cause one more run, not many. */
export const onceAtATime = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = async (): Promise<void> => {
    try {
      await run()
    } finally {
      running = null
    }
  }
  return async () => {
    if (running === null) {
      running = start()
      return running
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        running = start()
        return running
      })
    return next
  }
}
