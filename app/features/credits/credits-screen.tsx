import type { User } from '#contract/entities/user.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { RowLink, Rows } from '../../ui/rows.tsx'
import { Balance } from './balance.tsx'
import styles from './credits.module.css'
import { methodName } from './method-name.ts'
import { Shop } from './shop.tsx'

/** What one has, what more of it costs, and what it was spent on. */
export const CreditsScreen = ({ me }: { me: User }) => {
  // A method can only be stored by who has bought.
  const { data } = useResource('payments.repeat_offer', me.paid_user ? {} : null)
  const offer = data?.offer ?? null
  return (
    <div className={styles['screen']}>
      <Balance credits={me.credits} />
      <Shop>
        <Rows>
          {offer ? (
            <RowLink
              icon="undo"
              href={href('credits-repeat-order')}
              label={t('credits.repeat')}
              hint={`${methodName(offer.method)} ${offer.label}`}
            />
          ) : null}
          <RowLink
            icon="coins"
            href={href('transactions')}
            label={t('credits.transactions')}
            hint={t('credits.transactionsHint')}
          />
        </Rows>
      </Shop>
    </div>
  )
}
