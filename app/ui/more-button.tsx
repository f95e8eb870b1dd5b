/** The end of a list that has more pages: loads the next page, and says why if that failed. */
import { useEffect, useRef, type FocusEvent } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { t } from '../state/i18n.ts'
import { Button } from './button.tsx'
import type { Steps } from './first-rows.ts'
import { FormRefusal } from './form-notes.tsx'
import styles from './more-button.module.css'

type Props = {
  /** The text of the button; "Show more" if absent. */
  label?: string
  loading: boolean
  failed: ErrorBody | null
  more: () => void
}

export const MoreButton = ({ label = t('ui.showMore'), loading, failed, more }: Props) => (
  <div className={styles['more']} {...useFirstNewRow()}>
    <FormRefusal failure={failed} />
    <Button kind="second" disabled={loading} onClick={more}>
      {loading ? t('ui.loading') : label}
    </Button>
  </div>
)

/** The end of a list that is shown in steps (`useSteps`). */
export const MoreRows = ({ steps: { more, loading, failed } }: { steps: Omit<Steps<unknown>, 'shown'> }) =>
  more ? <MoreButton loading={loading} failed={failed} more={more} /> : null

/**
 * If the button has the focus as new rows come, the first of them takes it [SHELL-19]: the button is below them by then, or gone after the
 * last ones, and the Tab key would pass them all.
 */
const useFirstNewRow = () => {
  /** The last control of the list, while the button has the focus. */
  const before = useRef<Element | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (before.current && goOnFrom(before.current, box.current)) before.current = null
  })
  // The button leaves with the rows that end the list.
  useEffect(
    () => () => {
      if (before.current) goOnFrom(before.current, null)
    },
    [],
  )
  return {
    ref: box,
    onFocus: ({ currentTarget }: FocusEvent): void => {
      const all = controls()
      before.current = all[all.findIndex((control) => currentTarget.contains(control)) - 1] ?? null
    },
    onBlur: ({ target }: FocusEvent): void => {
      // The button is switched off while the rows load, which is no leaving.
      if (!target.matches(':disabled')) before.current = null
    },
  }
}

const controls = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('a[href], button, summary')]

/** @returns whether there is a new control between the last one of the list and the button */
const goOnFrom = (last: Element, box: HTMLElement | null): boolean => {
  const all = controls()
  const next = all[all.findIndex((control) => control === last) + 1]
  if (!last.isConnected || !next || box?.contains(next) === true) return false
  next.focus()
  return true
}
