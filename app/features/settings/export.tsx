/** All data about the member as one file [ACC-17]: it is downloaded after the password or a passkey. */
import { call, urlOf } from '../../ports/api.ts'
import { download } from '../../ports/page.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useOwnerProof } from './owner-proof.tsx'
import styles from './settings.module.css'

export const Export = () => {
  const { field, proofOf } = useOwnerProof()
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const proven = await proofOf(data)
    if ('error' in proven) return proven
    const answer = await call('export.ask', { body: proven.proof })
    if (!answer.ok) return answer.error
    if (!answer.queued) download(urlOf('export.get', { query: answer.data }))
    return null
  })
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <p className="small muted">{t('settings.dataText')}</p>
      <NeedsNetwork />
      {field(failure)}
      <FormRefusal failure={failure} />
      <div className={styles['actions']}>
        <Button type="submit" kind="second" icon="download" disabled={busy}>
          {t(busy ? 'ui.busy' : 'settings.dataDownload')}
        </Button>
      </div>
    </form>
  )
}
