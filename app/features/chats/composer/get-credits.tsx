/** A link to the credits, shown beside a price that cannot be paid. */
import { href } from '../../../shell/routes.ts'
import { t } from '../../../state/i18n.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { storeReturnPlace } from '../../credits/purchase-storage.ts'
import styles from './composer.module.css'

export const GetCredits = () => (
  <LinkButton kind="quiet" small href={href('credits')} className={styles['get'] ?? ''} onClick={storeReturnPlace}>
    {t('chat.getCredits')}
  </LinkButton>
)
