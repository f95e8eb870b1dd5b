/**
 * Shown after the deletion of an account [ACC-12]: what happens, until when it can be undone, and, through the link in
 * the mail, the undo.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useSearch } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { REACTIVATION_DAYS } from '#contract/limits.ts'
import { href, homeOf } from '../../shell/routes.ts'
import { reactivate } from '../../state/account.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { isLoggedIn } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { OtherAccountNote } from '../login/other-account-note.tsx'
import { useAction } from '../../ui/use-form.ts'

export const AccountDeletedScreen = () => {
  const asked = new URLSearchParams(useSearch())
  const token = asked.get('reactivate')
  if (asked.has('ended')) return <TooLate />
  return token ? <BringBack token={token} /> : <DeletionResult />
}

/** Only the deletion sets this in the history entry, which survives a reload. */
const isJustDeleted = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'justDeleted' in state && state.justDeleted === true

const DeletionResult = () => {
  useSignals()
  const left = isJustDeleted(useHistoryState()) && !isLoggedIn.value
  return left ? <DeletedAccount /> : <NothingDeleted />
}

/** Opening the address alone deletes nothing. */
const NothingDeleted = () => {
  useSignals()
  usePageTitle(t('leaving.nothingTitle'))
  return (
    <EmptyState
      level={1}
      picture="none"
      title={t('leaving.nothingTitle')}
      text={t('leaving.nothingText', { count: REACTIVATION_DAYS })}
    >
      <LinkButton kind="second" href={href(homeOf(isLoggedIn.value))}>
        {isLoggedIn.value ? t('shell.backToSearch') : t('shell.goHome')}
      </LinkButton>
    </EmptyState>
  )
}

const DeletedAccount = () => {
  usePageTitle(t('title.leaving'))
  return (
    <EmptyState level={1} title={t('title.leaving')} text={t('leaving.text')}>
      <p>{t('leaving.undo', { count: REACTIVATION_DAYS })}</p>
      <p className="small muted">{t('leaving.noMail')}</p>
      <LinkButton kind="second" href={href('index')}>
        {t('shell.goHome')}
      </LinkButton>
    </EmptyState>
  )
}

const BringBack = ({ token }: { token: string }) => {
  usePageTitle(t('leaving.backTitle'))
  const { busy, failure, run } = useAction(async () => {
    const error = await reactivate(token)
    if (error) return error
    toast(t('leaving.back'))
    return navigate(href('members'), { replace: true })
  })
  if (failure?.error === 'link_invalid' || failure?.fields) return <TooLate />
  return (
    <EmptyState level={1} title={t('leaving.backTitle')} text={t('leaving.backText')}>
      <OtherAccountNote />
      <NeedsNetwork />
      <FormRefusal failure={failure} />
      <Button disabled={busy} onClick={() => void run()}>
        {t(busy ? 'ui.busy' : 'leaving.backSubmit')}
      </Button>
    </EmptyState>
  )
}

/** The 14 days are over, or the link was used. In the second case the account exists, and a login shows it. */
const TooLate = () => {
  usePageTitle(t('leaving.tooLate'))
  return (
    <EmptyState
      level={1}
      picture="none"
      title={t('leaving.tooLate')}
      text={t('leaving.tooLateText', { count: REACTIVATION_DAYS })}
    >
      <LinkButton href={href('login')}>{t('shell.login')}</LinkButton>
      <LinkButton kind="quiet" href={href('signup')}>
        {t('index.signup')}
      </LinkButton>
    </EmptyState>
  )
}
