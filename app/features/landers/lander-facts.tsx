/** Three facts, before anyone asks: the price, fictional profiles, the place [PAY-13], [SAFE-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { t } from '../../state/i18n.ts'
import { messagePrice } from '../../state/message-price.ts'
import { likelySettings } from '../../state/site.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { FictionalMark } from '../../ui/marks.tsx'
import styles from './lander-frame.module.css'

export const LanderFacts = () => {
  useSignals()
  const site = likelySettings.value
  const price = messagePrice(site)
  const count = site.message_credits
  return (
    <ul className={styles['facts']}>
      <Fact icon="coins" title={t('index.priceTitle')}>
        {price === null ? t('index.priceText', { count }) : t('index.priceFrom', { count, price })}
      </Fact>
      <Fact icon="mask" title={t('index.fictionTitle')}>
        {t('index.fictionText')} <FictionalMark />
      </Fact>
      <Fact icon="pin" title={t('index.placeTitle')}>
        {t('index.placeText', { age: site.min_age })}
      </Fact>
    </ul>
  )
}

const Fact = ({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) => (
  <li>
    <Icon name={icon} />
    <div>
      <p className="strong">{title}</p>
      <p className="small muted">{children}</p>
    </div>
  </li>
)
