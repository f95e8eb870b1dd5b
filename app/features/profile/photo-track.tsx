/** Photos side by side to swipe through: the browser scrolls and snaps, and the index follows. */
import { useEffect, useRef, type ReactNode } from 'react'
import type { Photo } from '#contract/entities/photo.ts'
import { reducesMotion } from '../../ports/page.ts'
import { classes } from '../../ui/classes.ts'
import styles from './photo-track.module.css'

type Props = {
  photos: readonly Photo[]
  index: number
  onIndex: (index: number) => void
  className?: string | undefined
  /** Nothing in it takes the focus, so the keyboard reaches the track itself. */
  focusable?: boolean
  /** Renders one photo; `near`: the photo is on the screen or next to it. */
  children: (photo: Photo, at: { index: number; near: boolean }) => ReactNode
}

export const PhotoTrack = ({ photos, index, onIndex, className, focusable = false, children }: Props) => {
  const track = useRef<HTMLUListElement>(null)
  /** The index reached by a swipe, which needs no scrolling. */
  const swiped = useRef(index)
  useEffect(() => {
    const list = track.current
    if (!list || swiped.current === index) return
    swiped.current = index
    list.scrollTo({ left: list.clientWidth * index, behavior: reducesMotion() ? 'instant' : 'smooth' })
  }, [index])
  useEffect(() => {
    // The viewer may open at another photo than the first. The first needs no layout ahead of the frame.
    if (swiped.current > 0)
      track.current?.scrollTo({ left: track.current.clientWidth * swiped.current, behavior: 'instant' })
  }, [])
  return (
    <ul
      ref={track}
      tabIndex={focusable ? 0 : undefined}
      className={classes(styles['track'], className)}
      onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
        const now = Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth))
        const isResting = Math.abs(Math.abs(scrollLeft) - now * clientWidth) < 2
        if (!isResting || now === swiped.current || now >= photos.length) return
        swiped.current = now
        onIndex(now)
      }}
    >
      {photos.map((photo, at) => (
        <li key={photo.id} className={styles['item']} inert={at !== index}>
          {children(photo, { index: at, near: Math.abs(at - index) <= 1 })}
        </li>
      ))}
    </ul>
  )
}
