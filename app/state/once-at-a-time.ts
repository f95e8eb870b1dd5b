/** However often it is asked for meanwhile, what runs is followed by one more run, not by many. */
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
