/** Carries out a command of the desk. */
import { DAY_MS } from '../../contract/limits.ts'
import { ABOUT, type DeskCallers } from '../../contract/desk/call.ts'
import { deskCallOf } from '../../contract/desk/calls.ts'
import type { Deps } from '../../server/deps.ts'
import { liftDecisionsOf } from '../../server/areas/desk/lift-decisions.ts'
import { pauseFictional } from '../../server/areas/desk/fictional-acts.ts'
import { emailKey } from '../../server/areas/account/email-key.ts'
import { concernsOwnAccount } from '../../server/areas/desk/own-account.ts'
import { answerFlag } from '../../server/areas/safety/answer-flag.ts'
import { answerLetter, releaseMember, sanctionMember, type SanctionKind } from '../../server/areas/safety/desk.ts'
import { setPayerBlocked } from '../../server/areas/money/direct-debit-payer.ts'
import { reviewPhoto } from '../../server/areas/photos/review.ts'
import { PlainError } from '../../server/plain-error.ts'
import { actingStaff } from '../acting-staff.ts'
import { NotACommand } from '../cli.ts'
import { announcementIn, checkAnnouncement, sendAnnouncement, stopped } from './announcement.ts'
import { SANCTION_COMMANDS, type Command } from './command.ts'
import { decisionLines, fictionalLines, flagLines, letterLines, listLines, photoLines } from './show.ts'

const DECIDING = deskCallOf('case.decide').roles
const MONEY = deskCallOf('money.decide_chargeback').roles

/** The roles of the same calls of the desk [DESK-2]. */
const ROLES: Record<Command['do'], DeskCallers> = {
  list: deskCallOf('queue.list').roles,
  'photo show': deskCallOf('photos.show').roles,
  'photo approve': deskCallOf('photos.approve').roles,
  'photo reject': deskCallOf('photos.reject').roles,
  'letter show': deskCallOf('letters.get').roles,
  'letter answer': deskCallOf('letters.answer_group').roles,
  'flag list': DECIDING,
  'flag release': DECIDING,
  'flag reject': DECIDING,
  'member warn': DECIDING,
  'member mute': DECIDING,
  'member restrict': DECIDING,
  'member suspend': DECIDING,
  'member ban': DECIDING,
  'member release': DECIDING,
  'decision list': deskCallOf('decisions.lift').roles,
  'decision lift': deskCallOf('decisions.lift').roles,
  'announce check': deskCallOf('announcements.reach').roles,
  'announce send': deskCallOf('announcements.send').roles,
  'announce stop': deskCallOf('announcements.stop').roles,
  'fictional list': deskCallOf('fictional.list').roles,
  'fictional pause': deskCallOf('fictional.pause').roles,
  'fictional resume': deskCallOf('fictional.pause').roles,
  block: MONEY,
  unblock: MONEY,
}

/** Reports and appeals need a role that decides; support may answer complaints and notices. Only an owner announces `service`. */
const rolesFor = async ({ read }: Pick<Deps, 'read'>, command: Command): Promise<DeskCallers> => {
  if (command.do === 'announce send' && (await announcementIn(command.file)).about === 'service')
    return deskCallOf('announcements.send_service').roles
  const kind = command.do === 'letter answer' ? (await read.safety.fullLetter(command.id))?.kind : undefined
  return kind === 'report' || kind === 'appeal' ? DECIDING : ROLES[command.do]
}

/**
 * @param saveCopy saves a picture as a file that the operator can open, and returns its path
 * @throws PlainError where nothing was done, so that a script sees it too
 */
export const runDesk = async (
  deps: Deps,
  command: Command,
  saveCopy: (name: string, bytes: Uint8Array) => Promise<string>,
): Promise<string> => {
  const staff = (await actingStaff(deps, command.as, await rolesFor(deps, command)))?.id ?? null
  const about = ABOUT.find((one) => command.do.startsWith(`${one} `))
  const isOwn =
    staff !== null && about && 'id' in command && (await concernsOwnAccount(deps.read, staff, about, command.id))
  if (isOwn) throw new PlainError('Not done: this is about your own member account. A colleague has to do it.')
  switch (command.do) {
    case 'list':
      return listLines(deps)
    case 'photo show':
      return photoLines(deps, staff, command.id, saveCopy)
    case 'letter show':
      return letterLines(deps, staff, command.id, saveCopy)
    case 'photo approve':
      return outcomeText(
        await reviewPhoto(deps, command.id, { approved: true }, staff),
        `Photo ${command.id} is shown.`,
      )
    case 'photo reject': {
      const { id, reason, note } = command
      return outcomeText(
        await reviewPhoto(deps, id, { approved: false, reason, note }, staff),
        `Photo ${id} is rejected: ${reason}.`,
      )
    }
    case 'flag list':
      return flagLines(deps, staff)
    case 'flag release':
      return outcomeText(
        await answerFlag(deps, command.id, { upheld: false }, staff),
        `Flag ${command.id} is answered: nothing was wrong.`,
      )
    case 'flag reject': {
      const { id, reason, note } = command
      return outcomeText(
        await answerFlag(deps, id, { upheld: true, reason, note }, staff),
        `Flag ${id} is upheld: ${reason}.`,
      )
    }
    case 'letter answer': {
      const { id, upheld } = command
      const answer = await answerLetter(deps, id, command, staff)
      if (answer === 'text_missing')
        throw new PlainError(
          'Not answered: a complaint or a notice is answered with a text. Write it behind upheld or dismissed.',
        )
      return outcomeText(answer, `Letter ${id} is ${upheld ? 'upheld' : 'dismissed'}. The answer is being mailed.`)
    }
    case 'member warn':
    case 'member mute':
    case 'member restrict':
    case 'member suspend':
    case 'member ban': {
      const { id, days, reason, note } = command
      const until = days === null ? null : deps.now() + days * DAY_MS
      const kind = SANCTION_COMMANDS[command.do]
      return outcomeText(
        await sanctionMember(deps, id, { kind, reason, note, until, staff }),
        `Member ${id} is ${SAID[kind]}.`,
      )
    }
    case 'member release':
      return outcomeText(await releaseMember(deps, command.id, staff), `Member ${command.id} is free again.`)
    case 'decision list':
      return decisionLines(deps, staff, { by: await idsOf(deps, command.by), since: command.since })
    case 'decision lift': {
      const { by, since, reason } = command
      const { lifted, left } = await liftDecisionsOf(deps, staff, { by: await idsOf(deps, by), since, reason })
      const rest =
        left === 0 ? '' : ` ${left} are left to a colleague: an appeal waits, or they are about your own account.`
      return `${lifted} decisions are lifted, and their members get a mail.${rest}`
    }
    case 'announce check':
      return checkAnnouncement(deps, command.file)
    case 'announce send':
      return sendAnnouncement(deps, command.file, staff)
    case 'announce stop':
      return stopped(deps, command.announcement, staff)
    case 'fictional list':
      return fictionalLines(deps)
    case 'fictional pause':
    case 'fictional resume': {
      const { id, reason } = command
      const refused = await pauseFictional(deps, staff === null ? null : { id: staff }, id, {
        paused: command.do === 'fictional pause',
        reason,
      })
      if (refused === null) return `Profile ${id} is ${command.do === 'fictional pause' ? 'paused' : 'active again'}.`
      return outcomeText(refused.body.error === 'not_found' ? 'not_found' : 'same', '')
    }
    case 'block':
    case 'unblock': {
      const { payer, written } = command
      const answer = await setPayerBlocked(deps, payer, written, command.do === 'block', staff)
      if (answer === 'not_found')
        throw new PlainError(`That is no ${payer === 'iban' ? 'IBAN' : 'mobile number with its +'}.`)
      return outcomeText(answer, command.do === 'block' ? 'Blocked.' : 'No longer blocked.')
    }
  }
}

/** A colleague who came back has several accounts of one address. @returns null for the automatic checks */
const idsOf = async ({ read }: Pick<Deps, 'read'>, mail: string | null): Promise<number[] | null> => {
  if (mail === null) return null
  const ids = (await read.staff.list()).flatMap(({ staff }) => (staff.mail === emailKey(mail) ? [staff.id] : []))
  if (ids.length === 0) throw new NotACommand(`There is no staff account ${mail}.`)
  return ids
}

const SAID: Record<SanctionKind, string> = {
  warned: 'warned',
  muted: 'muted',
  profile_restricted: 'restricted: found by nobody, contacting nobody',
  suspended: 'suspended',
  banned: 'banned',
}

/** @throws PlainError where nothing was done */
const outcomeText = (answer: 'done' | 'same' | 'not_found' | 'own_decision', done: string): string => {
  switch (answer) {
    case 'done':
      return done
    case 'own_decision':
      throw new PlainError('Not answered: somebody else must decide about an appeal against this decision.')
    case 'same':
      return 'Nothing to do: it stood like that already.'
    case 'not_found':
      throw new PlainError('There is none of this number.')
  }
}
