/**
 * Says, before a mail's link logs somebody in, who is logged in on this device, or whose writes wait here: the link may be that of another
 * account, and then the device deletes what waits to be sent [PWA-11].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { User } from '#contract/entities/user.ts'
import { t } from '../../state/i18n.ts'
import { sessionKnown, user } from '../../state/session.ts'
import { ParkedNote } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'

export const OtherAccountNote = () => {
  useSignals()
  // Decided once: after the login the link's own member is here.
  const [me, setMe] = useState<User | null>()
  if (me === undefined && sessionKnown.value) setMe(user.value)
  return me ? (
    <Note tone="warn">
      <p>{t('password.otherAccount', { name: me.profile.name })}</p>
    </Note>
  ) : (
    <ParkedNote />
  )
}
