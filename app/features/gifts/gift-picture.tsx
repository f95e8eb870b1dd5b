/** The picture of a gift: its drawing on the evening glow. Its name is shown beside it. */
import type { Gift } from '#contract/entities/chat.ts'
import { classes } from '../../ui/classes.ts'
import { GIFT_DRAWINGS } from './gift-drawings.ts'
import styles from './gifts.module.css'

type Props = {
  gift: Gift
  /** In pixels. */
  size?: number
  className?: string | undefined
}

export const GiftPicture = ({ gift, size = 48, className }: Props) => (
  <span className={classes(styles['picture'], className)} style={{ inlineSize: size, blockSize: size }}>
    <svg
      width={size}
      height={size}
      viewBox="-6 -6 60 60"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={GIFT_DRAWINGS[gift]} />
    </svg>
  </span>
)
