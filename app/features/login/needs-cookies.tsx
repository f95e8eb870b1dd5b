/** In a browser that blocks cookies the server accepts a login, but the next page is a visitor's again: says so beforehand. */
import { storesCookies } from '../../ports/page.ts'
import { t } from '../../state/i18n.ts'
import { Note } from '../../ui/note.tsx'

export const NeedsCookies = () =>
  storesCookies() ? null : (
    <Note tone="warn">
      <p>{t('login.needsCookies')}</p>
    </Note>
  )
