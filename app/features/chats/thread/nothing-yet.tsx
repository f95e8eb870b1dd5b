/** A conversation nobody has begun. */
import { t } from '../../../state/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

export const NothingYet = ({ name }: { name: string }) => (
  <EmptyState title={t('chat.firstTitle')} text={t('chat.firstText', { name })} />
)
