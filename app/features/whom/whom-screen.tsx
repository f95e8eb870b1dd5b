/** Asks a member which gender they want to meet. Until the answer, no people are shown [ACC-19]. */
import { useState, type FormEvent } from 'react'
import type { User } from '#contract/entities/user.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { setConsent } from '../../state/member-settings.ts'
import { keepWhom, type Whom } from '../../state/whom.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { saveProfile } from '../me/saving.ts'
import { WhomFields, type WhomDraft } from './whom-fields.tsx'
import styles from './whom.module.css'

type Props = { me: User; onAnswer?: (whom: Whom) => void }

export const WhomScreen = ({ me, onAnswer }: Props) => {
  const hasConsent = me.settings.consents.sensitive !== null
  const [draft, setDraft] = useState<WhomDraft>({ whom: null, consented: false })
  const [isMissing, setIsMissing] = useState(false)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { whom, consented } = draft
    setIsMissing(whom === null)
    if (whom === null || busy) return
    setBusy(true)
    const refused = consented || hasConsent ? await storeAnswer(whom, hasConsent) : keepWhom(me.id, whom)
    setBusy(false)
    if (refused) setFailure(refused)
    else onAnswer?.(whom)
  }
  return (
    <form className={styles['screen']} noValidate onSubmit={(event) => void submit(event)}>
      <h2>{t('whom.title')}</h2>
      <WhomFields
        draft={draft}
        hasConsent={hasConsent}
        isMissing={isMissing}
        onChange={(changed) => {
          setDraft(changed)
          if (changed.whom !== null) setIsMissing(false)
        }}
      />
      {failure ? (
        <Note tone="bad" role="alert">
          <p>{errorText(failure)}</p>
        </Note>
      ) : null}
      <Button type="submit" full aria-disabled={busy || undefined}>
        {t('signup.continue')}
      </Button>
    </form>
  )
}

const storeAnswer = async (whom: Whom, hasConsent: boolean): Promise<ErrorBody | null> => {
  const refused = hasConsent ? null : await setConsent('sensitive', true)
  return refused ?? (await saveProfile({ looking_for: whom }))
}
