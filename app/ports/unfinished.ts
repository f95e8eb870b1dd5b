/** Work that only this page is doing and would lose on a reload, such as preparing a photo. */
let works = 0

/** Returns the function that ends the work. */
export const beginWork = (): (() => void) => {
  works += 1
  let isOver = false
  return () => {
    if (!isOver) works -= 1
    isOver = true
  }
}

export const isWorking = (): boolean => works > 0
