/** The picture of a gift: its drawing on the evening glow. Its name is shown beside it. */
import type { Gift } from '#contract/entities/chat.ts'
import { classes } from '../../ui/classes.ts'
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

/** The eight gifts [CHAT-3], drawn for this app: lines on a 48-pixel square, each one path. */
export const GIFT_DRAWINGS: Record<Gift, string> = {
  rose: 'M24 21.5c-4.6 0-8-3-8-7 0-1.6.4-3 1.2-4.2 1.8.1 3.3.7 4.4 1.6C22 10.4 23 9 24 8c1 1 2 2.4 2.4 3.900 1.100-.9 2.600-1.500 4.400-1.600.8 1.200 1.200 2.600 1.200 4.200 0 4-3.400 7-8 7zM20.400 13.200c.4 2.800 1.600 4.400 3.600 4.400s3.200-1.600 3.600-4.400M24 21.500V40M24 33c.3-4.300 3.200-6.700 8.600-7.200-.2 4.600-3.400 7.100-8.600 7.200zM24 37.500c-.3-3.300-2.700-5.200-7-5.500.2 3.500 2.800 5.400 7 5.500z',
  kiss: 'M7.500 23.500c4.500-5.800 8.300-8.700 11.700-8.700 2 0 3.600.9 4.800 2.300 1.200-1.400 2.800-2.300 4.800-2.300 3.400 0 7.200 2.900 11.700 8.700-4.300 7.300-9.800 11-16.500 11S11.800 30.800 7.500 23.500zM7.500 23.500c5 .9 9.200.7 12.700-.7 1.500.5 2.800.8 3.800.8s2.300-.3 3.800-.8c3.500 1.400 7.700 1.600 12.700.7M18.500 29c1.700.6 3.500.9 5.500.9s3.800-.3 5.500-.9',
  coffee:
    'M12 21h20v9.500a7.500 7.500 0 0 1-7.500 7.500h-5a7.500 7.500 0 0 1-7.500-7.500zM32 23.500h2.500a4.300 4.300 0 0 1 0 8.600H32M17 10.500c-1.600 2.200 1.600 3.800 0 6M22 9.500c-1.600 2.500 1.600 4.400 0 7M27 10.500c-1.600 2.200 1.600 3.800 0 6',
  heart:
    'M24 38 11.800 26a8 8 0 0 1 11.300-11.400l.9.900.9-.9A8 8 0 0 1 36.200 26zM15.600 20.600a3.600 3.600 0 0 1 3-3.400',
  chocolate: 'M10.500 26h27v13h-27zM14 26V9.500h20V26M24 9.500V26M14 17.700h20M10.500 30.500l27 4',
  teddy:
    'M17.400 14.400a4.600 4.600 0 1 0-5 7M30.600 14.400a4.600 4.600 0 1 1 5 7M12 26a12 12 0 1 0 24 0a12 12 0 1 0-24 0M19 29.500a5 4 0 1 0 10 0a5 4 0 1 0-10 0M22.600 28h2.800M24 28v2.200M19.500 22.500h.010M28.500 22.500h.010',
  champagne:
    'M11.500 12.500 21 10l2.200 9.500a5 5 0 0 1-9.600 2.600zM36.500 12.500 27 10l-2.200 9.500a5 5 0 0 0 9.600 2.600zM19.500 24.800 22.400 37M28.500 24.800 25.600 37M18.500 38.500l7-1.700M29.500 38.500l-7-1.700M12.600 16.800l9.400-2.500M35.400 16.800l-9.400-2.500M24 4.500v2.500M19.200 5.500l1 2.200M28.800 5.500l-1 2.200',
  star: 'M24 8.500l4.600 9.700 10.400 1.400-7.600 7.300 1.900 10.500L24 32.300l-9.300 5.100 1.900-10.500L9 19.600l10.400-1.400zM20.600 23.800l2.400-4.600',
}
