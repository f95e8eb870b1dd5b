import { t } from '../../state/i18n.ts'
import { Note } from '../../ui/note.tsx'

/** The disclosure shown before every purchase [PAY-13]. */
export const FictionNote = () => (
  <Note tone="fiction">
    <p>
      <b>{t('credits.fictionalTitle')}</b> {t('credits.fictionalText')}
    </p>
  </Note>
)
