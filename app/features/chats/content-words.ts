/** A message as words: for the list, for screen readers, and as a label of photos and gifts. */
import { t } from '../../state/i18n.ts'
import { giftName } from '../gifts/gift-name.ts'
import { isErased, type Content } from './content.ts'

export const contentWords = (content: Content): string => {
  if (isErased(content)) return t('chat.erased')
  switch (content.type) {
    case 'text':
      return content.text
    case 'photo':
      return t('chat.photo')
    case 'gift':
      return t('chat.gift', { gift: giftName(content.gift) })
  }
}
