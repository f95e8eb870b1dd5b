import type { Gift } from '#contract/entities/chat.ts'
import { t, type TextKey } from '../../state/i18n.ts'

const NAME: Record<Gift, TextKey> = {
  rose: 'gift.rose',
  kiss: 'gift.kiss',
  coffee: 'gift.coffee',
  heart: 'gift.heart',
  chocolate: 'gift.chocolate',
  teddy: 'gift.teddy',
  champagne: 'gift.champagne',
  star: 'gift.star',
}

/** The name of a gift [CHAT-3]. */
export const giftName = (gift: Gift): string => t(NAME[gift])
