import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** No order is possible while the outcome of a payment is unknown; the note links to that payment. */
export const FindingOutNote = ({ id, role }: { id: string | null; role?: 'alert' }) => (
  <Note tone="warn" icon="clock" {...(role ? { role } : {})}>
    <p>{t('error.payment_unknown')}</p>
    {id === null ? null : (
      <LinkButton kind="quiet" small href={href('transactions', { id })}>
        {t('transactions.goOn')}
      </LinkButton>
    )}
  </Note>
)
