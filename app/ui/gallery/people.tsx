/** People: portraits, cards, the pair. */
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { RoundButton } from '../button.tsx'
import { FictionalMark } from '../marks.tsx'
import { Pair } from '../pair.tsx'
import { Avatar, Photo, UploadBar } from '../photo.tsx'
import { CardGrid, ProfileCard } from '../profile-card.tsx'
import styles from './gallery.module.css'
import { Shelf } from './shelf.tsx'
import { KOFI, SOMEONE, YUKI } from './someone.ts'

const longName = 'Friederike Annegret von Hohenfels'

export const People = () => (
  <>
    <Shelf name="Portraits" row>
      <Avatar image={KOFI} name="Kofi" alt="Kofi" />
      <Avatar image={KOFI} name="Kofi" online size={72} />
      <Avatar image={null} name="Zoë" />
      <Avatar image={{ ...KOFI, id: 'gone', thumb_filename: 'data:image/png;base64,AA==' }} name="Broken" />
    </Shelf>
    <div className={styles['avatars']}>
      <Photo image={KOFI} name="Kofi" />
      <Photo image={{ ...KOFI, locked: true, lock: 'premium' }} name="Kofi" />
      <Photo image={{ ...KOFI, locked: true, lock: 'private' }} name="Kofi">
        <FictionalMark />
      </Photo>
    </div>
    <Shelf name="The share of a photo that has arrived">
      <UploadBar share={0.4} />
    </Shelf>
    <Shelf name="Cards">
      <CardGrid label={t('shell.search')}>
        <li>
          <ProfileCard
            profile={{ ...SOMEONE, main_image: KOFI }}
            href={href('members-id', { id: 7 })}
            isNew
            online
            corner={<RoundButton icon="heart" label={t('shell.likes')} on="lift" coral />}
          />
        </li>
        <li>
          <ProfileCard profile={{ ...SOMEONE, name: longName, fictional: true }} href={href('members-id', { id: 7 })} />
        </li>
      </CardGrid>
    </Shelf>
    <Shelf name="The pair">
      <div className={styles['pair']}>
        <Pair
          left={{ source: YUKI.match, name: 'Yuki' }}
          right={{ source: KOFI.match, name: 'Kofi', mirrored: true }}
          icon="heart"
          swing
        />
      </div>
      <div className={styles['pair']}>
        <Pair left={{ source: null, name: 'Yuki' }} right={{ source: null, name: 'Kofi' }} icon="message" />
      </div>
    </Shelf>
  </>
)
