/** The picture of a gift, drawn for this app [CHAT-3]. Its name is shown beside it. */
import type { Gift } from '#contract/entities/chat.ts'
import { classes } from '../../ui/classes.ts'
import champagne from './drawings/champagne.svg?inline'
import chocolate from './drawings/chocolate.svg?inline'
import coffee from './drawings/coffee.svg?inline'
import heart from './drawings/heart.svg?inline'
import kiss from './drawings/kiss.svg?inline'
import rose from './drawings/rose.svg?inline'
import star from './drawings/star.svg?inline'
import teddy from './drawings/teddy.svg?inline'
import styles from './gifts.module.css'

/** Part of the script, so that a gift is drawn without a network too. */
export const GIFT_DRAWINGS: Record<Gift, string> = {
  rose,
  kiss,
  coffee,
  heart,
  chocolate,
  teddy,
  champagne,
  star,
}

type Props = {
  gift: Gift
  /** In pixels; without it the picture fills its place. */
  size?: number
  /** The animation of a gift that was just sent, or is seen for the first time. */
  moment?: 'given' | 'received' | null
}

export const GiftPicture = ({ gift, size, moment = null }: Props) => (
  <span
    className={classes(styles['picture'], moment && styles[moment])}
    style={size === undefined ? undefined : { inlineSize: size, blockSize: size }}
  >
    <img src={GIFT_DRAWINGS[gift]} alt="" draggable={false} />
  </span>
)
