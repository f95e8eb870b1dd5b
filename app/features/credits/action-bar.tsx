/** The main action stays in view. In a low window it follows the texts that must be read first [PAY-13]. */
import type { ReactNode } from 'react'
import { BEGIN_TEXT_VERSION } from '#contract/limits.ts'
import { t, locale } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import styles from './credits.module.css'

/** The id for `aria-describedby` of the buying button. */
export const BEGIN_TEXT_ID = 'begin-at-once'

type Props = {
  note: string
  /** The button buys: the request to begin at once and its acknowledgement are right above it [PAY-11]. */
  begins?: boolean
  children: ReactNode
}

export const ActionBar = ({ note, begins = false, children }: Props) => (
  <div className={styles['action']}>
    {begins ? (
      <p id={BEGIN_TEXT_ID} className={styles['begin']}>
        {t('pay.beginAtOnce')}
      </p>
    ) : null}
    {children}
    <p className="small muted">{note}</p>
  </div>
)

type BuyProps = {
  busy: boolean
  text: string
  /** The text with what is bought, for a screen reader. */
  label: string
  onBuy: () => void
}

/** The button of an `ActionBar` that begins the purchase. */
export const BuyButton = ({ busy, text, label, onBuy }: BuyProps) => (
  <Button
    full
    aria-label={busy ? undefined : label}
    aria-describedby={BEGIN_TEXT_ID}
    aria-disabled={busy || undefined}
    onClick={onBuy}
  >
    <span className="num">{busy ? t('pay.opening') : text}</span>
  </Button>
)

/** The part of an order about the request beside its button [PAY-11]: the version of the text and its language. */
export const beginRequest = () => ({ version: BEGIN_TEXT_VERSION, language: locale.value })
