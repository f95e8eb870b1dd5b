import { useEffect, useRef } from 'react'
import type { DeskPhoto } from '#contract/desk/entities/photo.ts'
import { classes } from '../../../ui/classes.ts'
import { photoUrl } from '../../calls.ts'
import { t, tCode } from '../../texts.ts'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { Tag } from '../../ui/parts.tsx'
import { memberName } from '../queue/row-words.ts'
import type { PhotoVerdict } from './grid.ts'
import styles from './photos.module.css'

type Props = {
  photo: DeskPhoto
  verdict: PhotoVerdict | null
  isCurrent: boolean
  /** A covered photo is not in the page until somebody asks for it. */
  isShown: boolean
  onSelect: () => void
}

export const Tile = ({ photo: { id, owner, alike }, verdict, isCurrent, isShown, onSelect }: Props) => {
  const tile = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) tile.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={tile} className={classes(isCurrent && styles['now'], verdict && styles['done'])} aria-current={isCurrent}>
      <button type="button" className={styles['frame']} aria-label={memberName(owner)} onClick={onSelect}>
        {isShown ? (
          <img src={photoUrl(id, 'card')} alt="" decoding="async" />
        ) : (
          <span className={styles['covered']}>
            <DeskIcon name="eye-off" size={22} />
            {t('photos.covered')}
          </span>
        )}
        {verdict === null && alike.length > 0 ? (
          <span className={styles['state']}>
            <Tag tone="warn" icon="copy">
              {t('photos.alike')}
            </Tag>
          </span>
        ) : null}
        {verdict ? (
          <span className={styles['state']}>
            {verdict.approved ? (
              <Tag tone="good" icon="done">
                {t('photos.approved')}
              </Tag>
            ) : (
              <Tag tone="bad" icon="circle-x">
                {tCode('photoReason', verdict.reason)}
              </Tag>
            )}
          </span>
        ) : null}
      </button>
      <p className={styles['caption']}>{memberName(owner)}</p>
    </li>
  )
}
