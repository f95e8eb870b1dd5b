/** Prefetches the photos of the next cards, within a budget. */
import { useEffect } from 'react'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { mayFetchAhead, whenIdle } from '../../ports/idle.ts'
import { photoSource } from '../../ui/photo-source.ts'

/** The page renders the first three anyway. Four more are some seconds of swiping and about 100 kB. */
const SHOWN = 3
const AHEAD = 4

/** The photos to prefetch now. */
export const photosAhead = (cards: readonly ProfileCard[]): string[] =>
  cards
    .slice(SHOWN, SHOWN + AHEAD)
    .flatMap(({ main_image: image }) => (image === null ? [] : [photoSource(image, 'card')]))

export const usePhotosAhead = (cards: readonly ProfileCard[]): void => {
  const wanted = photosAhead(cards).join(' ')
  useEffect(() => {
    if (wanted === '' || !mayFetchAhead()) return undefined
    return whenIdle(() => {
      for (const source of wanted.split(' ')) {
        const image = new Image()
        image.fetchPriority = 'low'
        image.src = source
      }
    })
  }, [wanted])
}
