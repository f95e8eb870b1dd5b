/** During a suspension nothing of the profile can be changed; the decision says why [DESK-8]. */
import type { Decision } from '#contract/entities/safety.ts'
import { DECISIONS_ANCHOR } from '#contract/screen-paths.ts'
import { serverNow } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './me.module.css'

/** The decisions are requested only if the account has a sanction; a row of an older form does not say so. */
export const useIsSuspended = (): boolean => {
  const { data } = useResource('decisions.list', user.value?.sanctioned === false ? null : {})
  return data?.decisions.some(isSuspending) === true
}

const isSuspending = ({ kind, until, appeal }: Decision): boolean =>
  (kind === 'suspended' || kind === 'banned') && (until === null || until > serverNow()) && appeal?.upheld !== true

/** Takes the place of ideas for the profile. */
export const SuspensionNote = () => (
  <Note tone="warn" role="status">
    <p className={styles['missingTitle']}>{t('ui.suspended')}</p>
    <p>{t('ui.suspendedText')}</p>
    <LinkButton kind="quiet" plain small className="flush" href={`${href('notifications')}#${DECISIONS_ANCHOR}`}>
      {t('ui.readDecision')}
    </LinkButton>
  </Note>
)
