/** The reported member: the profile at the time of the report, later changes, links to other accounts, and the history [DESK-6]. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { Case, CaseLink } from '#contract/desk/case.ts'
import type { AlikePhoto } from '#contract/desk/photos.ts'
import { memberSubject } from '#contract/desk/subject.ts'
import { ageOn, dateOf } from '#contract/rules/age.ts'
import { classes } from '../../../ui/classes.ts'
import { deskUrlOf, photoUrl } from '../../calls.ts'
import { now } from '../../clock.ts'
import { countryName, dateText, whenText } from '../../format.ts'
import { languageWord, numberText, t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Box, Facts, FictionalTag, Portrait, Tag } from '../../ui/parts.tsx'
import { decisionReason, memberName } from '../queue/row-words.ts'
import styles from './case.module.css'

export type Snapshot = Case['evidence'][number]

type ProfileProps = {
  data: Case
  snapshot: Snapshot | null
  /** Hashes of photos that the colleague has uncovered, each by a logged look. */
  shown: ReadonlySet<string>
  onShow: (photo: SnapshotPhoto) => void
  className: string | undefined
}

export type SnapshotPhoto = Snapshot['profile']['photos'][number]

export const ProfileBox = ({ data, snapshot, shown, onShow, className }: ProfileProps) => {
  useSignals()
  const { member, changed, history } = data
  if (snapshot === null)
    return (
      <Box title={memberName(member)} icon="user" className={className}>
        <p className="muted">{t('case.noSnapshot')}</p>
        <MemberLink id={member.id} />
        <Marks data={data} />
      </Box>
    )
  const { profile } = snapshot
  return (
    <Box
      title={t('case.asItWas', { when: whenText(snapshot.taken_at, now.value) })}
      icon="camera"
      className={className}
    >
      <div>
        <p className={styles['name']}>
          {memberName({ name: profile.name, age: ageAt(profile.birth_date, snapshot.taken_at) })}
        </p>
        <MemberLink id={member.id} />
        <p>{countryName(profile.country)}</p>
        {history.language === '' ? null : (
          <p className="muted">{t('case.reads', { language: languageWord(history.language) })}</p>
        )}
      </div>
      <Marks data={data} />
      {profile.photos.length === 0 ? null : (
        <ul className={styles['photos']}>
          {profile.photos.map((photo) => (
            <li key={photo.id}>
              {photo.covered && !shown.has(photo.hash) ? (
                <span className={styles['coveredPhoto']}>
                  <Portrait src={null} icon="eye-off" />
                  <DeskButton
                    kind="quiet"
                    onClick={() => onShow(photo)}
                    aria-label={t('case.showPhoto', { number: photo.id })}
                  >
                    {t('photos.show')}
                  </DeskButton>
                </span>
              ) : (
                <img
                  src={evidencePhoto(snapshot.letter, photo.hash)}
                  alt={t('case.photo', { number: photo.id })}
                  loading="lazy"
                />
              )}
              {photo.id === snapshot.photo ? <Tag icon="flag">{t('case.isReported')}</Tag> : null}
            </li>
          ))}
        </ul>
      )}
      {profile.about_me === '' ? null : (
        <p className={styles['said']}>{t('queue.quote', { text: profile.about_me })}</p>
      )}
      {changed.length === 0 ? null : (
        <div className={styles['changed']}>
          <h3>{t('case.changed')}</h3>
          {changed.map(({ field, before, after }) => (
            <p key={field}>
              <b>{tCode('profileField', field)}</b>{' '}
              {field === 'photos' ? (
                t('case.photosChanged', { before: countOf(before), after: countOf(after ?? '') })
              ) : (
                <>
                  {before === '' ? null : <del>{wordFor(field, before)}</del>}{' '}
                  {after === null ? null : <ins>{wordFor(field, after)}</ins>}
                </>
              )}
              {after === null ? ` ${t('case.erased')}` : null}
            </p>
          ))}
        </div>
      )}
    </Box>
  )
}

/** The page of the member, with their contact data, money, notes and history. */
const MemberLink = ({ id }: { id: number }) => (
  <p className="num">
    <Link href={`/members/${id}`}>{t('case.memberNumber', { number: numberText(id) })}</Link>
  </p>
)

/** The server names regions and cities; countries have their names here. */
const wordFor = (field: Case['changed'][number]['field'], value: string): string =>
  field === 'country' ? countryName(value) : value

const Marks = ({ data: { member } }: { data: Case }) =>
  member.fictional || member.sanction ? (
    <p className={styles['marks']}>
      {member.fictional ? <FictionalTag /> : null}
      {member.sanction ? (
        <Tag tone="warn" icon="ban">
          {tCode('sanction', member.sanction)}
        </Tag>
      ) : null}
    </p>
  ) : null

const countOf = (ids: string): number => ids.split(' ').filter((id) => id !== '').length

/** Null for an erased birth date. */
const ageAt = (birthDate: string, at: number): number | null => (birthDate === '' ? null : ageOn(birthDate, dateOf(at)))

export const evidencePhoto = (letter: number, hash: string): string =>
  deskUrlOf('case.photo', { params: { letter: String(letter), hash, size: 'thumb' } })

type BoxProps = { data: Case; className: string | undefined }

export const LinksBox = ({ data: { links }, className }: BoxProps) => {
  useSignals()
  return (
    <Box
      title={t('case.links')}
      icon="link"
      className={className}
      end={
        links.length === 0 ? undefined : (
          <span className="muted num">{t('case.accounts', { count: links.length })}</span>
        )
      }
    >
      {links.length === 0 ? <p className="muted">{t('case.noLinks')}</p> : null}
      <ul className={styles['links']}>
        {links.map((link) => (
          <li key={`${link.kind}${link.member}`}>
            <span className={styles['line']}>
              {link.name === '' ? (
                <b>{t('case.erasedMember', { number: link.member })}</b>
              ) : (
                <Link href={`/cases/${memberSubject(link.member)}`}>{memberName(link)}</Link>
              )}
              <Strength strength={link.strength} />
            </span>
            {link.alike ? <Alike photo={link.alike} /> : null}
            <span className="muted">
              {link.strength === 'weak'
                ? t('case.sharedBy', { kind: tCode('linkKind', link.kind), count: link.shared_by })
                : tCode('linkKind', link.kind)}
            </span>
            {link.banned ? (
              <Tag tone="warn" icon="ban">
                {t('sanction.banned')}
              </Tag>
            ) : null}
          </li>
        ))}
      </ul>
    </Box>
  )
}

/** The other account's photo beside its likeness. */
const Alike = ({ photo: { id, covered, likeness } }: { photo: AlikePhoto }) => (
  <span className={styles['line']}>
    <Portrait src={covered ? null : photoUrl(id)} {...(covered && { icon: 'eye-off' as const })} size={44} />
    <span className="muted num">{t('case.likeness', { percent: likeness })}</span>
  </span>
)

/** Three bars and a word; the bars only repeat the word. */
const Strength = ({ strength }: Pick<CaseLink, 'strength'>) => (
  <span className={styles['strength']}>
    <svg width="20" height="12" viewBox="0 0 20 12" aria-hidden="true" className={classes(styles[strength])}>
      <rect x="0" y="8" width="5" height="4" rx="1.5" />
      <rect x="7" y="4" width="5" height="8" rx="1.5" />
      <rect x="14" y="0" width="5" height="12" rx="1.5" />
    </svg>
    {tCode('strength', strength)}
  </span>
)

type HistoryProps = BoxProps & {
  /** Lifts a decision; null if the caller may not. */
  onLift: ((decision: Case['decisions'][number]) => void) | null
}

export const HistoryBox = ({ data: { history, decisions }, className, onLift }: HistoryProps) => {
  useSignals()
  return (
    <Box title={t('case.history')} icon="clock" className={className}>
      <Facts
        facts={[
          [t('case.joined'), history.joined_at === null ? '–' : dateText(history.joined_at)],
          [t('case.account'), tCode('memberStatus', history.status)],
          [t('case.wroteTo'), t('queue.members', { count: history.wrote_to })],
          [t('case.upheld'), numberText(history.upheld)],
          [t('case.dismissed'), numberText(history.dismissed)],
        ]}
      />
      <h3>{t('case.decisions')}</h3>
      {decisions.length === 0 ? <p className="muted">{t('case.noDecisions')}</p> : null}
      <ol className={styles['decisions']}>
        {decisions.map((decision) => {
          const { id, kind, reason, note, at, until, lifted_at, staff } = decision
          return (
            <li key={id}>
              <b>{tCode('decisionKind', kind)}</b>{' '}
              <span className="muted num">
                {[dateText(at), decisionReason(kind, reason), staff?.name ?? '']
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
              {note === '' ? null : <p>{note}</p>}
              {until === null ? null : <p className="muted num">{t('case.until', { date: dateText(until) })}</p>}
              {lifted_at === null ? null : (
                <p className="muted num">{t('case.lifted', { date: dateText(lifted_at) })}</p>
              )}
              {onLift && mayLift(decision, now.value) ? (
                <DeskButton
                  kind="quiet"
                  icon="undo"
                  aria-label={t('case.liftOf', { kind: tCode('decisionKind', kind), date: dateText(at) })}
                  onClick={() => onLift(decision)}
                >
                  {t('case.lift')}
                </DeskButton>
              ) : null}
            </li>
          )
        })}
      </ol>
    </Box>
  )
}

/** In force, and without an appeal that waits: that one is answered instead. */
const mayLift = ({ lifted_at, until, appeal }: Case['decisions'][number], at: number): boolean =>
  lifted_at === null && (until === null || until > at) && (appeal === null || appeal.upheld !== null)
