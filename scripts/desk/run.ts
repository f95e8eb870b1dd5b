/** Carries out a command of the desk. */
import { DAY_MS } from '../../contract/limits.ts'
import type { Deps } from '../../server/deps.ts'
import { answerFlag } from '../../server/areas/safety/answer-flag.ts'
import { answerLetter, releaseMember, sanctionMember, type SanctionKind } from '../../server/areas/safety/desk.ts'
import { setPayerBlocked } from '../../server/areas/money/direct-debit-payer.ts'
import { reviewPhoto } from '../../server/areas/photos/review.ts'
import { checkAnnouncement, sendAnnouncement, stopped } from './announcement.ts'
import { HELP, SANCTION_COMMANDS, type Command } from './command.ts'
import { flagLines, letterLines, listLines, photoLines } from './show.ts'

/** @param saveCopy keeps a picture where a person can open it; answers where */
export const runDesk = async (
  deps: Deps,
  command: Command,
  saveCopy: (name: string, bytes: Uint8Array) => Promise<string>,
): Promise<string> => {
  switch (command.do) {
    case 'help':
      return HELP
    case 'list':
      return listLines(deps)
    case 'photo show':
      return photoLines(deps, command.id, saveCopy)
    case 'letter show':
      return letterLines(deps, command.id, saveCopy)
    case 'photo approve':
      return told(await reviewPhoto(deps, command.id, { approved: true }), `Photo ${command.id} is shown.`)
    case 'photo reject': {
      const { id, reason, note } = command
      return told(await reviewPhoto(deps, id, { approved: false, reason, note }), `Photo ${id} is rejected: ${reason}.`)
    }
    case 'flag list':
      return flagLines(deps)
    case 'flag release':
      return told(
        await answerFlag(deps, command.id, { upheld: false }),
        `Flag ${command.id} is answered: nothing was wrong.`,
      )
    case 'flag reject': {
      const { id, reason, note } = command
      return told(await answerFlag(deps, id, { upheld: true, reason, note }), `Flag ${id} is upheld: ${reason}.`)
    }
    case 'letter answer': {
      const { id, upheld } = command
      const answer = await answerLetter(deps, id, command)
      if (answer === 'text_missing')
        return 'Not answered: a complaint or a notice is answered with a text. Write it behind upheld or dismissed.'
      return told(answer, `Letter ${id} is ${upheld ? 'upheld' : 'dismissed'}. The answer is being mailed.`)
    }
    case 'member warn':
    case 'member mute':
    case 'member restrict':
    case 'member suspend':
    case 'member ban': {
      const { id, days, reason, note } = command
      const until = days === null ? null : deps.now() + days * DAY_MS
      const kind = SANCTION_COMMANDS[command.do]
      return told(await sanctionMember(deps, id, { kind, reason, note, until }), `Member ${id} is ${SAID[kind]}.`)
    }
    case 'member release':
      return told(await releaseMember(deps, command.id), `Member ${command.id} is free again.`)
    case 'announce check':
      return checkAnnouncement(deps, command.file)
    case 'announce send':
      return sendAnnouncement(deps, command.file)
    case 'announce stop':
      return stopped(deps, command.announcement)
    case 'block':
    case 'unblock': {
      const { payer, written } = command
      const answer = await setPayerBlocked(deps, payer, written, command.do === 'block')
      if (answer === 'not_found') return `That is no ${payer === 'iban' ? 'IBAN' : 'mobile number with its +'}.`
      return told(answer, command.do === 'block' ? 'Blocked.' : 'No longer blocked.')
    }
  }
}

const SAID: Record<SanctionKind, string> = {
  warned: 'warned',
  muted: 'muted',
  profile_restricted: 'restricted: found by nobody, contacting nobody',
  suspended: 'suspended',
  banned: 'banned',
}

const told = (answer: 'done' | 'same' | 'not_found' | 'own_decision', done: string): string => {
  switch (answer) {
    case 'done':
      return done
    case 'own_decision':
      return 'Not answered: somebody else must decide about an appeal against this decision.'
    case 'same':
      return 'Nothing to do: it stood like that already.'
    case 'not_found':
      return 'There is none of this number.'
  }
}
