import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { Settings } from '#contract/entities/settings.ts'
import { priceOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { FictionalMark } from '../../ui/marks.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './front-parts.module.css'

/** Three facts for visitors: the price, fictional profiles, the place [PAY-13], [SAFE-7]. */
export const Facts = ({ className }: { className?: string | undefined }) => {
  useSignals()
  return (
    <ul className={classes(styles['facts'], className)}>
      <Fact icon="coins" title={t('index.priceTitle')}>
        {priceWords(likelySettings.value)}
      </Fact>
      <Fact icon="mask" title={t('index.fictionTitle')}>
        {t('index.fictionText')} <FictionalMark />
      </Fact>
      <Fact icon="pin" title={t('index.placeTitle')}>
        {t('index.placeText', { age: likelySettings.value.min_age })}
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

/** The text about the price, with the lowest price of a message if the site states one for the visitor's country. */
const priceWords = (site: Settings): string => {
  const price = messagePrice(site)
  const count = site.message_credits
  return price === null ? t('index.priceText', { count }) : t('index.priceFrom', { count, price })
}

/** The minimum price of a message, as the site states it for the visitor's country [PAY-13]; null if it states none. */
const messagePrice = ({ minimum_message_costs: costs, geoip_country: country }: Settings): string | null => {
  const price = costs[country ?? ''] ?? Object.values(costs)[0]
  return price ? priceOf(price.costs, price.currency) : null
}
