/** The shared photos and texts, with their targets: a conversation, the member's own profile, or discarding them. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { PROFILE_PLACE, SHARE_PLACE } from '#contract/device.ts'
import type { Chat } from '#contract/entities/chat.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { SHARED_MAX } from '#contract/limits.ts'
import { call } from '../../ports/api.ts'
import { FailedRead } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { plainName } from '../../state/plain-names.ts'
import { storedPhotos, type StoredPhoto } from '../../state/stored-photos.ts'
import { useChats, type LaterPages } from '../../state/later-pages.ts'
import { toast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { Avatar } from '../../ui/photo.tsx'
import { Rows } from '../../ui/rows.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSteps } from '../../ui/first-rows.ts'
import { MoreRows } from '../../ui/more-button.tsx'
import { drafts } from '../../state/drafts.ts'
import { StatusText } from '../../ui/note.tsx'
import styles from './share.module.css'
import { SharedPhoto, isProblem, type PhotoCheck } from './shared-photo.tsx'

type Props = {
  me: User
  shared: readonly StoredPhoto[]
  /** There were more photos than are accepted at a time. */
  more: boolean
}

export const SharedContent = ({ me, shared, more }: Props) => {
  const [, navigate] = useLocation()
  const { data, laterPages, error, refresh } = useChats('share')
  /** The items are being moved: a second tap must not send more. */
  const [moving, setMoving] = useState(false)
  const [checks, setChecks] = useState<ReadonlyMap<string, PhotoCheck>>(new Map())
  const note = useCallback((id: string, check: PhotoCheck) => setChecks((known) => new Map(known).set(id, check)), [])
  const photos = shared.filter(({ text }) => text === undefined)
  const words = shared.map(({ text }) => text ?? '').join('')
  const good = photos.filter(({ id }) => checks.get(id) === 'good')
  const checking = photos.some(({ id }) => (checks.get(id) ?? 'checking') === 'checking')
  const recent = useMemo(() => data && recentOf(data.chats, data.profiles), [data])
  const nothingToSend = good.length === 0 && words === ''

  /** Moves the usable photos; the others are deleted first. */
  const move = async (place: string): Promise<ErrorCode | null> => {
    setMoving(true)
    for (const { id } of photos) if (isProblem(checks.get(id))) await storedPhotos.drop(id)
    const answer = await call('device.drafts.move', { params: { place } })
    setMoving(answer.ok)
    if (!answer.ok) toast(errorText(answer.error))
    return answer.ok ? null : answer.error.error
  }
  const toChat = async (conversation: string): Promise<void> => {
    const draft = drafts.read(me.id, conversation)
    const longer = appended(draft, words)
    // First store the text, so that it is never lost.
    drafts.write(me.id, conversation, longer)
    const refusal = await move(conversation)
    if (refusal === null) navigate(href('chats-id', { id: conversation }), { replace: true })
    // Without an answer the device may have moved the items, and then the text is in the draft alone. Another tab may write, too.
    else if (refusal !== 'network_unavailable' && drafts.read(me.id, conversation) === longer)
      drafts.write(me.id, conversation, draft)
  }
  const toProfile = async (): Promise<void> => {
    if ((await move(PROFILE_PLACE)) === null) navigate(href('profile'), { replace: true })
  }
  const discard = async (): Promise<void> => {
    await storedPhotos.drop(SHARE_PLACE)
    navigate(href('chats'), { replace: true })
  }

  return (
    <div className={styles['screen']}>
      <section className={styles['section']} aria-label={t('shared.what')}>
        {more ? <p className="small muted">{t('shared.tooMany', { limit: SHARED_MAX })}</p> : null}
        {photos.length === 0 ? null : (
          <ul className={styles['photos']} data-count={photos.length}>
            {photos.map((photo, index) => (
              <SharedPhoto
                key={photo.id}
                photo={photo}
                number={index + 1}
                onCheck={note}
                onRemove={() => void storedPhotos.drop(photo.id)}
              />
            ))}
          </ul>
        )}
        {words === '' ? null : (
          <p className={styles['words']} dir="auto">
            {words}
          </p>
        )}
      </section>
      <div className={styles['ways']}>
        {good.length === 0 ? null : (
          <Button kind="second" small icon="user" disabled={checking || moving} onClick={() => void toProfile()}>
            {t('shared.toProfile', { count: good.length })}
          </Button>
        )}
        <Button kind="quiet" plain small icon="trash" disabled={moving} onClick={() => void discard()}>
          {t('shared.discard')}
        </Button>
      </div>
      {nothingToSend && !checking ? null : (
        <section className={styles['section']} aria-labelledby="share-to">
          <h2 id="share-to">{t('shared.to')}</h2>
          {recent === null ? (
            error && <FailedRead error={error} offlineText={t('chats.offlineText')} onRetry={refresh} />
          ) : recent.length === 0 ? (
            <>
              <p className="muted">{t('shared.noChats')}</p>
              <LinkButton kind="second" icon="search" href={href('members')}>
                {t('chats.emptyAction')}
              </LinkButton>
            </>
          ) : (
            <>
              <p className="small muted">{t('shared.notSent')}</p>
              <Destinations
                recent={recent}
                laterPages={laterPages}
                disabled={checking || moving}
                onChoose={(conversation) => void toChat(conversation)}
              />
            </>
          )}
        </section>
      )}
    </div>
  )
}

/** With fewer conversations than this, a search field is not needed. */
const SEARCHED_FROM = 6

type DestinationsProps = {
  recent: readonly Recent[]
  laterPages: Omit<LaterPages<unknown>, 'pages'>
  disabled: boolean
  onChoose: (conversation: string) => void
}

/** The conversations that a shared item can go to, filtered by name, also without a network. */
const Destinations = ({ recent, laterPages, disabled, onChoose }: DestinationsProps) => {
  const [typed, setTyped] = useState('')
  const found = named(recent, typed)
  const steps = useSteps('share', found, laterPages)
  const { hasMore, loading, failed, more } = laterPages
  // A name is searched among all conversations.
  const isSearching = typed.trim() !== '' && hasMore && failed === null
  useEffect(() => {
    if (isSearching && !loading) more()
  }, [isSearching, loading, more])
  return (
    <>
      {recent.length < SEARCHED_FROM ? null : (
        <TextField
          type="search"
          label={t('shared.search')}
          value={typed}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {found.length === 0 && !hasMore ? (
        <StatusText className="muted">{t('shared.noneFound')}</StatusText>
      ) : (
        <Rows>
          {steps.shown.map(({ conversation, profile }) => (
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
      <MoreRows steps={steps} />
    </>
  )
}

/** A conversation that a shared item can go to; the one with the latest message comes first. */
type Recent = { conversation: string; profile: ProfileCard }

export const recentOf = (chats: readonly Chat[], profiles: readonly ProfileCard[]): Recent[] => {
  const profileOf = new Map(profiles.map((profile) => [profile.id, profile]))
  return chats
    .filter(({ closed }) => closed === null)
    .toSorted((one, other) => lastOf(other) - lastOf(one))
    .flatMap(({ conversation, profile: id }) => {
      const profile = profileOf.get(id)
      return profile ? [{ conversation, profile }] : []
    })
}

/** Filters by name, ignoring accents and case. */
export const named = (recent: readonly Recent[], typed: string): readonly Recent[] => {
  const wanted = plainName(typed).trim()
  return wanted === '' ? recent : recent.filter(({ profile }) => plainName(profile.name).includes(wanted))
}

/** Appends the shared text to the draft: neither replaces the other. A second try finds the text there. */
export const appended = (draft: string, words: string): string =>
  draft.trim() === '' ? words : words === '' || `\n${draft}`.endsWith(`\n${words}`) ? draft : `${draft}\n${words}`

const lastOf = ({ last_message, waiting }: Chat): number => Math.max(last_message?.sent_at ?? 0, waiting?.sent_at ?? 0)
