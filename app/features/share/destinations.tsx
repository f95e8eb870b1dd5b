/** The conversations that a shared item can go to, filtered by name, also without a network. */
import { useState } from 'react'
import { t } from '../../state/i18n.ts'
import { FictionalMark } from '../../ui/marks.tsx'
import { Avatar } from '../../ui/photo.tsx'
import { Rows } from '../../ui/rows.tsx'
import { TextField } from '../../ui/field.tsx'
import { named, type Recent } from './recent.ts'
import styles from './share.module.css'

/** With fewer conversations than this, a search field is not needed. */
const SEARCHED_FROM = 6

type Props = { recent: readonly Recent[]; disabled: boolean; onChoose: (conversation: string) => void }

export const Destinations = ({ recent, disabled, onChoose }: Props) => {
  const [typed, setTyped] = useState('')
  const found = named(recent, typed)
  return (
    <>
      {recent.length < SEARCHED_FROM ? null : (
        <TextField
          type="search"
          label={t('shared.search')}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {found.length === 0 ? (
        <p className="muted" role="status">
          {t('shared.noneFound')}
        </p>
      ) : (
        <Rows>
          {found.map(({ conversation, profile }) => (
            <button
              key={conversation}
              type="button"
              className={styles['person']}
              disabled={disabled}
              onClick={() => onChoose(conversation)}
            >
              <Avatar image={profile.main_image} name={profile.name} size={44} />
              <span className={styles['name']}>{profile.name}</span>
              {profile.fictional ? <FictionalMark /> : null}
            </button>
          ))}
        </Rows>
      )}
    </>
  )
}
