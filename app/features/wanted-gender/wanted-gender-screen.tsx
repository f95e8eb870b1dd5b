/** Asks a member which gender they want to meet. Until the answer, no people are shown [ACC-19]. */
import { useRef, useState, type FormEvent } from 'react'
import type { User } from '#contract/entities/user.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { setConsent } from '../../state/member-settings.ts'
import { storeWantedGender, type WantedGender } from '../../state/wanted-gender.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useInvalidFocus } from '../../ui/use-form.ts'
import { saveProfile } from '../me/saving.ts'
import { WantedGenderFields, type WantedGenderDraft } from './wanted-gender-fields.tsx'
import styles from './wanted-gender.module.css'

type Props = { me: User; onAnswer?: (gender: WantedGender) => void }

export const WantedGenderScreen = ({ me, onAnswer }: Props) => {
  const hasConsent = me.settings.consents.sensitive !== null
  const [draft, setDraft] = useState<WantedGenderDraft>({ gender: null, consented: false })
  const [isMissing, setIsMissing] = useState(false)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useInvalidFocus(form)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { gender, consented } = draft
    setIsMissing(gender === null)
    focusInvalid()
    if (gender === null || busy) return
    setBusy(true)
    const refused = consented || hasConsent ? await storeAnswer(gender, hasConsent) : storeWantedGender(me.id, gender)
    setBusy(false)
    if (refused) setFailure(refused)
    else onAnswer?.(gender)
  }
  return (
    <form ref={form} className={styles['screen']} noValidate onSubmit={(event) => void submit(event)}>
      <h2>{t('whom.title')}</h2>
      <WantedGenderFields
        draft={draft}
        hasConsent={hasConsent}
        isMissing={isMissing}
        onChange={(changed) => {
          setDraft(changed)
          if (changed.gender !== null) setIsMissing(false)
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

const storeAnswer = async (gender: WantedGender, hasConsent: boolean): Promise<ErrorBody | null> => {
  const refused = hasConsent ? null : await setConsent('sensitive', true)
  return refused ?? (await saveProfile({ looking_for: gender }))
}
