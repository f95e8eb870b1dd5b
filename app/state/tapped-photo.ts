/** The photo that a member tapped to open the next screen, which shows it until its own data is there. */
import { onMemberLeft } from './session.ts'

let tapped: { path: string; source: string } | null = null

export const noteTappedPhoto = (path: string, source: string): void => {
  tapped = { path, source }
}

// The next member may not be allowed to see it.
onMemberLeft(() => {
  tapped = null
})

/** @returns the address of the photo, or null if the screen at this path was opened otherwise */
export const tappedPhotoOf = (path: string): string | null => (tapped?.path === path ? tapped.source : null)
