/** Skeletons of loading content. Screen readers ignore them; their parent renders `Loading`. */
import { useEffect, type CSSProperties } from 'react'
import { t } from '../state/i18n.ts'
import { loadingBar } from '../state/loading-bar.ts'
import { classes } from './classes.ts'
import styles from './skeleton.module.css'

type Props = {
  width?: CSSProperties['inlineSize']
  height?: CSSProperties['blockSize']
  round?: boolean
  className?: string | undefined
}

export const Skeleton = ({ width, height = 16, round = false, className }: Props) => (
  <span
    aria-hidden="true"
    className={classes(styles['skeleton'], className)}
    style={{ inlineSize: width, blockSize: height, ...(round ? { borderRadius: '50%' } : {}) }}
  />
)

/** Sized by its styles alone: the prerendered front page allows no style attributes. */
export const CardSkeleton = () => (
  <div className={styles['card']}>
    <span aria-hidden="true" className={classes(styles['skeleton'], styles['photo'])} />
    <span aria-hidden="true" className={classes(styles['skeleton'], styles['name'])} />
    <span aria-hidden="true" className={classes(styles['skeleton'], styles['line'])} />
  </div>
)

/** A screen whose code or member is not there yet. Sized by its styles alone, for the shell's document shows it before any script. */
export const ScreenSkeleton = () => (
  <div className={styles['screen']}>
    <Loading />
    <span aria-hidden="true" className={classes(styles['skeleton'], styles['heading'])} />
    <span aria-hidden="true" className={classes(styles['skeleton'], styles['picture'])} />
    <span aria-hidden="true" className={classes(styles['skeleton'], styles['text'])} />
    <span aria-hidden="true" className={classes(styles['skeleton'], styles['text'])} />
  </div>
)

/**
 * Something is loading. The bar at the top shows and announces it [SHELL-15]: skeletons follow one another at a start, and each would
 * announce itself. These words are for the reader who comes upon the place.
 */
export const Loading = () => {
  useEffect(() => {
    loadingBar.begin()
    return loadingBar.end
  }, [])
  return <p className="vh">{t('ui.loading')}</p>
}
