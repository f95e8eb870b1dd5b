import type { User } from '#contract/entities/user.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Note } from '../../ui/note.tsx'
import { RowLink, Rows } from '../../ui/rows.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { Balance } from './credit-facts.tsx'
import styles from './credits.module.css'
import { methodName } from './payment-methods.tsx'
import { Shop } from './shop.tsx'

/** The member's balance, the packages, and a link to past transactions. */
export const CreditsScreen = ({ me }: { me: User }) => {
  // Only members who have paid can have a stored method.
  const { data } = useResource('payments.repeat_offer', me.paid_user ? {} : null)
  const offer = data?.offer ?? null
  return (
    <ScreenColumn className={styles['sides']}>
      <Balance credits={me.credits} />
      {me.free_credits_before ? (
        <Note>
          <p>{t('signup.noGift')}</p>
        </Note>
      ) : null}
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
    </ScreenColumn>
  )
}
