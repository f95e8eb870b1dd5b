/**
 * Files that are dragged from another window onto the page. A browser opens a file that no part of the page takes in place of the app, and
 * what the member was doing is gone.
 */
import { isDialogOpen } from './page.ts'

type Taker = (files: readonly File[]) => void

/** The part of the screen that takes files dropped anywhere; null if none does. */
let taker: Taker | null = null

/** Takes all files that are dropped beside other places for files. @returns the function that ends it */
export const takeDroppedFiles = (take: Taker): (() => void) => {
  taker = take
  return () => {
    if (taker === take) taker = null
  }
}

export const watchDroppedFiles = (): void => {
  addEventListener('dragover', refuseOrTake)
  addEventListener('drop', (event) => {
    const take = refuseOrTake(event)
    if (event.dataTransfer && event.dataTransfer.files.length > 0) take?.([...event.dataTransfer.files])
  })
}

/** Keeps the browser from opening the file. @returns who takes it; a place for files that has handled the event leaves nothing to take */
const refuseOrTake = (event: DragEvent): Taker | null => {
  const { dataTransfer } = event
  if (event.defaultPrevented || dataTransfer?.types.includes('Files') !== true) return null
  event.preventDefault()
  const takes = isDialogOpen() ? null : taker
  dataTransfer.dropEffect = takes ? 'copy' : 'none'
  return takes
}
