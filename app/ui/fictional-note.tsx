import { t } from '../state/i18n.ts'
import { Note } from './note.tsx'

/** Says that a profile is fictional, before anybody writes to it [SAFE-7], [CHAT-11]. */
export const FictionalNote = ({ name }: { name: string }) => (
  <Note tone="fiction">
    <p>
      <b>{t('profile.fictionalTitle', { name })}</b> {t('profile.fictionalText')}
    </p>
  </Note>
)
