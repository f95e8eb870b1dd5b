import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { DeskPhoto } from '#contract/desk/photos.ts'
import { memberSubject } from '#contract/desk/subject.ts'
import { PHOTO_REASONS, type PhotoReason } from '#contract/entities/photo.ts'
import { classes } from '../../../ui/classes.ts'
import { photoUrl } from '../../calls.ts'
import { now } from '../../clock.ts'
import { dateText, whenText } from '../../format.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { DeskButton, Kbd } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { CoveredText, Portrait, Tag } from '../../ui/parts.tsx'
import { memberName } from '../queue/row-words.ts'
import type { GridVerdict } from './grid.ts'
import styles from './photos.module.css'

type Props = {
  photo: DeskPhoto
  verdict: GridVerdict | null
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
    <li
      ref={tile}
      className={classes(isCurrent && styles['now'], verdict && styles['done'])}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {/* Its contents name it: a label would hide the verdict and the warning from a screen reader. */}
      <button type="button" className={styles['frame']} onClick={onSelect}>
        {isShown ? (
          <img src={photoUrl(id, 'card')} alt={memberName(owner)} decoding="async" />
        ) : (
          <span className={styles['covered']}>
            <span className="vh">{memberName(owner)}</span>
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
            {verdict === 'theirs' ? (
              <Tag icon="users">{t('photos.theirs')}</Tag>
            ) : verdict.approved ? (
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

type FactsProps = {
  photo: DeskPhoto
  verdict: GridVerdict | null
  /** The photos of this grid that a verdict has covered. */
  coveredSince: ReadonlySet<number>
  isShown: boolean
  /** The X key was pressed: the next digit chooses the reason. */
  isRejecting: boolean
  hasUndo: boolean
  onShow: () => void
  onApprove: () => void
  onRejecting: () => void
  onReject: (reason: PhotoReason) => void
  onUndo: () => void
}

/** The current photo with its member, look-alikes and the verdict. */
export const Aside = ({ photo, verdict, coveredSince, isShown, isRejecting, hasUndo, ...on }: FactsProps) => {
  useSignals()
  const { owner, others, alike, rejected } = photo
  return (
    <aside className={styles['aside']} aria-label={memberName(owner)}>
      <div className={styles['person']}>
        {isShown ? <img className={styles['main']} src={photoUrl(photo.id, 'card')} alt="" /> : null}
        <div className={styles['facts']}>
          <h2>{memberName(owner)}</h2>
          <p className="muted num">
            {t('photos.member', { number: numberText(owner.id), joined: dateText(owner.joined_at) })}
          </p>
          <p className="muted num">{t('photos.waits', { when: whenText(photo.uploaded_at, now.value) })}</p>
          {photo.private ? <Tag icon="lock">{t('photos.private')}</Tag> : null}
          {rejected === 0 ? null : <Tag tone="warn">{t('photos.rejectedBefore', { count: rejected })}</Tag>}
        </div>
      </div>
      {isShown ? null : (
        <CoveredText
          title={t('photos.covered')}
          note={t('photos.showLogged')}
          action={
            <DeskButton kind="second" keys="v" onClick={on.onShow}>
              {t('photos.show')}
            </DeskButton>
          }
        />
      )}
      {others.length === 0 ? null : (
        <section>
          <h3>{t('photos.others', { count: others.length })}</h3>
          <p className={styles['others']}>
            {others.map(({ id, status, covered }) =>
              covered || coveredSince.has(id) ? (
                <Portrait key={id} src={null} icon="eye-off" size={44} />
              ) : (
                <img key={id} src={photoUrl(id)} alt={tCode('photoStatus', status)} loading="lazy" />
              ),
            )}
          </p>
        </section>
      )}
      <section>
        <h3>{t('photos.alikes')}</h3>
        {alike.length === 0 ? <p className="muted">{t('photos.noAlike')}</p> : null}
        <ul className={styles['alikes']}>
          {alike.map((one) => (
            <li key={one.id}>
              {one.covered || coveredSince.has(one.id) ? (
                <Portrait src={null} icon="eye-off" size={44} />
              ) : (
                <img src={photoUrl(one.id)} alt="" loading="lazy" />
              )}
              <Link href={`/cases/${memberSubject(one.owner)}`}>{one.name}</Link>
              <b className="num">{t('photos.percent', { percent: one.likeness })}</b>
            </li>
          ))}
        </ul>
      </section>
      <div className={styles['acts']}>
        <DeskButton icon="check" lead keys="a" disabled={verdict !== null} onClick={on.onApprove}>
          {t('photos.approve')}
        </DeskButton>
        <DeskButton
          kind="danger"
          icon="x"
          lead
          keys="x"
          disabled={verdict !== null}
          aria-pressed={isRejecting}
          onClick={on.onRejecting}
        >
          {t('photos.reject')}
        </DeskButton>
      </div>
      <section className={classes(styles['why'], isRejecting && styles['rejecting'])} aria-live="polite">
        <h3>{t(isRejecting ? 'photos.chooseReason' : 'photos.rejectBecause')}</h3>
        <ol className={styles['reasons']}>
          {PHOTO_REASONS.map((reason, index) => (
            <li key={reason}>
              <button type="button" disabled={verdict !== null} onClick={() => on.onReject(reason)}>
                <Kbd keys={String(index + 1)} />
                {tCode('photoReason', reason)}
              </button>
            </li>
          ))}
        </ol>
      </section>
      <p className={styles['hears']}>
        <DeskIcon name="message" size={20} />
        <span>{t('photos.hears')}</span>
      </p>
      {hasUndo ? (
        <DeskButton kind="second" icon="undo" keys="u" onClick={on.onUndo}>
          {t('photos.undo')}
        </DeskButton>
      ) : null}
    </aside>
  )
}
