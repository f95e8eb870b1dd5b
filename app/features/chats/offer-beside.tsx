/** What the app offers once a message was sent or it was a match [PWA-5], between the conversation and where one writes. */
import { useSignals } from '@preact/signals-react/runtime'
import { Aside } from '../../shell/error-boundary.tsx'
import { late } from '../../shell/late.tsx'
import { offered } from '../../state/offers.ts'
import styles from './conversation.module.css'

const OfferCard = late(() => import('../offers/offer-card.tsx').then((part) => part.OfferCard))

export const OfferBeside = () => {
  useSignals()
  const now = offered.value
  // Whoever came back to the site came for their chats: the lists say it.
  if (now === null || now.cause === 'visit') return null
  return (
    <div className={styles['offer']}>
      <Aside>
        <OfferCard />
      </Aside>
    </div>
  )
}
