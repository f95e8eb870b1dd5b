/** What this page alone is working on, and would lose with it: a photo that is being prepared. */
let works = 0

/** Gives the function that ends it. */
export const beginWork = (): (() => void) => {
  works += 1
  let isOver = false
  return () => {
    if (!isOver) works -= 1
    isOver = true
  }
}

export const isWorking = (): boolean => works > 0
