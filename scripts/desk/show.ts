/** Prints the cases that wait for the desk, and one photo or complaint in full. */
import { letterNumber } from '../../server/areas/notices/complain.ts'
import type { AuditAct, AuditSubject } from '../../contract/desk/audit.ts'
import { fictionalPage } from '../../server/areas/desk/fictional.ts'
import { showPhoto } from '../../server/areas/desk/photos.ts'
import { liftableDecisions } from '../../server/areas/desk/lift-decisions.ts'
import type { Deps } from '../../server/deps.ts'
import { PlainError } from '../../server/plain-error.ts'

type Reads = Pick<Deps, 'read'>

export const listLines = async ({ read }: Reads): Promise<string> => {
  const [photos, letters] = [await read.safety.pendingPhotos(), await read.safety.openLetters()]
  const flags = await read.flags.countOpenFlags()
  return [
    ...(flags > 0 ? [`${flags} flags of automatic checks wait: npm run desk -- flag list`] : []),
    `${photos.length} photos wait:`,
    ...photos.map(({ id, owner, name, at }) => `  photo ${id}  ${day(at)}  of member ${owner}, ${name}`),
    `${letters.length} letters wait:`,
    ...letters.map(({ reason, profile, at, ...letter }) =>
      [
        `  letter ${letter.id}  ${day(at)}  ${letterNumber(letter)} ${letter.kind}`,
        ...(reason === null ? [] : [reason]),
        ...(profile === null ? [] : [`about member ${profile}`]),
      ].join(', '),
    ),
  ].join('\n')
}

/** All pages of the desk's list. */
export const fictionalLines = async (deps: Pick<Deps, 'read' | 'now'>): Promise<string> => {
  const lines: string[] = []
  for (let after: number | undefined; ;) {
    const { profiles, more } = await fictionalPage(deps, after === undefined ? {} : { after })
    for (const { id, name, country, language, paused, waiting, numbers } of profiles)
      lines.push(
        `  profile ${id}  ${name}, ${country}, ${language}, ${paused ? 'paused' : 'active'}, ${numbers.messages} messages, ${waiting} wait`,
      )
    after = profiles.at(-1)?.id
    if (!more || after === undefined) return [`${lines.length} fictional profiles:`, ...lines].join('\n')
  }
}

const LEFT = {
  appeal: 'left to a colleague: an appeal waits',
  own: 'left to a colleague: it is about your own account',
}

/** The decisions that `decision lift` would lift, and those that it would leave. */
export const decisionLines = async (
  deps: Pick<Deps, 'read' | 'now'>,
  staff: number | null,
  whose: Parameters<typeof liftableDecisions>[2],
): Promise<string> => {
  const found = await liftableDecisions(deps, staff, whose)
  return [
    `${found.filter(({ left }) => left === null).length} of ${found.length} decisions can be lifted together:`,
    ...found.map(({ id, left, decision: { at, userId, kind, reason } }) =>
      left === 'own'
        ? `  decision ${id}  ${LEFT.own}`
        : `  decision ${id}  ${new Date(at).toISOString()}  member ${userId}, ${kind}, ${reason}${left === null ? '' : `  ${LEFT[left]}`}`,
    ),
  ].join('\n')
}

type Looks = Pick<Deps, 'read' | 'write' | 'now'>

/** Writes a row of the audit; call it before the data is read [DESK-3]. */
const logLook = ({ write, now }: Looks, staff: number | null, act: AuditAct, subject: AuditSubject) =>
  write((tx) => tx.audit.add({ staff, act, subject, at: now() }))

const FLAGS_MAX = 200

/** The open flags. A held message is shown whole, since a person decides about it. */
export const flagLines = async (deps: Looks, staff: number | null): Promise<string> => {
  const { read } = deps
  const flags = await read.flags.openFlags(FLAGS_MAX)
  for (const { message: id } of flags)
    if (id !== null) await logLook(deps, staff, 'case.open_conversation', { kind: 'message', id })
  const lines = await Promise.all(
    flags.map(async ({ id, kind, severity, member, message, photo, facts, createdAt }) => {
      const [row] = message === null ? [] : await read.chat.messagesById([message])
      return [
        `  flag ${id}  ${day(createdAt)}  ${severity} ${kind}, member ${member}, ${JSON.stringify(facts)}`,
        ...(photo === null ? [] : [`    photo ${photo}`]),
        ...(row ? [`    to member ${row.low + row.high - row.sender}: ${row.text}`] : []),
      ].join('\n')
    }),
  )
  return [`${await read.flags.countOpenFlags()} flags wait:`, ...lines].join('\n')
}

/** Saves a picture as a file that the operator can open. @returns its path */
type SaveCopy = (name: string, bytes: Uint8Array) => Promise<string>

export const photoLines = async (
  deps: Looks & Pick<Deps, 'photos'>,
  staff: number | null,
  id: number,
  saveCopy: SaveCopy,
): Promise<string> => {
  const { read, photos } = deps
  await showPhoto(deps, staff, id)
  const photo = await read.photos.one(id)
  if (!photo) throw new PlainError('There is none of this number.')
  return [
    `photo ${id}: ${photo.status}${photo.private ? ', private' : ''}${photo.reason === null ? '' : `, ${photo.reason}`}`,
    await memberLine({ read }, photo.owner),
    await copyLine(photos, photo.hash, `visavis-photo-${id}.webp`, saveCopy),
  ].join('\n')
}

const copyLine = async (store: Deps['photos'], hash: string, name: string, saveCopy: SaveCopy): Promise<string> => {
  const bytes = await store.read(hash, 'full')
  return bytes ? `A copy to look at, and to delete: ${await saveCopy(name, bytes)}` : 'Its file is not there.'
}

export const letterLines = async (
  deps: Looks & Pick<Deps, 'photos'>,
  staff: number | null,
  id: number,
  saveCopy: SaveCopy,
): Promise<string> => {
  const { read, photos } = deps
  const letter = await read.safety.fullLetter(id)
  if (!letter) throw new PlainError('There is none of this number.')
  const subject = { kind: 'letter', id } as const
  if (letter.message !== null) await logLook(deps, staff, 'case.open_conversation', subject)
  if (letter.userId === null) await logLook(deps, staff, 'member.show_mail', subject)
  const [message] = letter.message === null ? [] : await read.chat.messagesById([letter.message])
  const sent = message?.type === 'photo' ? await read.chat.photoHashOf(message.id) : undefined
  const decision = letter.decision === null ? undefined : await read.safety.decision(letter.decision)
  const answer = letter.upheld === true ? 'upheld' : 'dismissed'
  return [
    `${letterNumber(letter)} ${letter.kind} of ${day(letter.at)}, in ${letter.language}`,
    letter.answeredAt === null ? 'waits for an answer' : `${answer} on ${day(letter.answeredAt)}`,
    letter.userId === null
      ? `from ${letter.name} <${letter.email}>`
      : `from ${await memberLine({ read }, letter.userId)}`,
    ...(letter.profile === null ? [] : [`about ${await memberLine({ read }, letter.profile)}`]),
    ...(letter.photo === null ? [] : [`about photo ${letter.photo}`]),
    ...(message ? [`about message ${message.id} of ${day(message.sentAt)}, a ${message.type}: ${message.text}`] : []),
    ...(sent === undefined ? [] : [await copyLine(photos, sent, `visavis-message-${id}.webp`, saveCopy)]),
    ...(decision
      ? [`against decision ${decision.id}: ${decision.kind}, ${decision.reason} ${decision.note}`.trim()]
      : []),
    ...(letter.reason === null ? [] : [`reason: ${letter.reason}`]),
    ...(letter.kind === 'notice' ? [`declared in good faith: ${letter.goodFaith ? 'yes' : 'no'}`] : []),
    '',
    letter.text,
    ...(letter.answer === '' ? [] : ['', 'answered with:', letter.answer]),
  ].join('\n')
}

const memberLine = async ({ read }: Reads, id: number): Promise<string> => {
  const row = await read.account.own(id)
  if (!row) return `member ${id}, who is gone`
  return `member ${id}, ${row.profile.name}, ${row.user.status}${row.profile.fictional ? ', fictional' : ''}`
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
