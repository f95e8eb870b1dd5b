/** A sanction of the member: what it forbids, and the way to the decision that says why [DESK-8]. */
import type { ReactNode } from 'react'
import type { Decision } from '#contract/entities/safety.ts'
import {
  mayNotAct,
  sanctionAt,
  strictest,
  type Act,
  type Sanction,
  type SanctionState,
} from '#contract/rules/may-act.ts'
import { DECISIONS_ANCHOR } from '#contract/screen-paths.ts'
import { serverNow } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './me.module.css'

/**
 * The error with which the server would refuse an act of this member, or null. The decisions are requested only if the account has a
 * sanction; a row of an older form does not say so.
 */
export const useSanctionError = (act: Act): ReturnType<typeof mayNotAct> => {
  const { data } = useResource('decisions.list', user.value?.sanctioned === false ? null : {})
  return mayNotAct({ ...strictest((data?.decisions ?? []).map(sanctionOf)), ageDue: null }, act, serverNow())
}

export const useIsSuspended = (): boolean => useSanctionError('use') !== null

const SANCTION_OF: Partial<Record<Decision['kind'], Sanction>> = {
  muted: 'muted',
  profile_restricted: 'restricted',
  suspended: 'suspended',
  banned: 'banned',
}

const sanctionOf = ({ kind, until, appeal }: Decision): SanctionState => {
  const state = { sanction: SANCTION_OF[kind] ?? null, sanctionUntil: until }
  return { ...state, sanction: appeal?.upheld === true ? null : sanctionAt(state, serverNow()) }
}

/** Takes the place of ideas for the profile, during a suspension. */
export const SuspensionNote = () => (
  <SanctionNote>
    <p className={styles['missingTitle']}>{t('ui.suspended')}</p>
    <p>{t('ui.suspendedText')}</p>
  </SanctionNote>
)

/** Has the link to the decision. */
export const SanctionNote = ({ children }: { children: ReactNode }) => (
  <Note tone="warn" role="status">
    {children}
    <LinkButton kind="quiet" plain small className="flush" href={`${href('notifications')}#${DECISIONS_ANCHOR}`}>
      {t('ui.readDecision')}
    </LinkButton>
  </Note>
)
