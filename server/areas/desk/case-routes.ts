/** Requests of the desk about cases and letters, to their use cases [DESK-6] to [DESK-9]. */
import type { caseCalls } from '#contract/desk/case-calls.ts'
import { lettersSubject } from '#contract/desk/subject.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { setLegalHold } from '../safety/evidence.ts'
import { evidenceFile, openEvidencePhoto, openHeldMessage, openMessages, readCase } from './cases.ts'
import { answerAppeal, answerGroup } from './answer-letters.ts'
import { decideCase, previewOf, undoCase } from './decide.ts'
import { liftDecision } from './lift-decisions.ts'
import { namesIn, refuseClaimed, waitingItems } from './queue.ts'
import type { ClaimedByOther } from './claims.ts'
import { photoAnswer } from './photos.ts'

export const caseRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof caseCalls> => {
  const namesOf = namesIn(deps)
  const claimedBy = (claim: ClaimedByOther): Promise<DeskRefusal> => refuseClaimed(namesOf, claim)
  return {
    'case.get': async ({ params }, { id }) =>
      (await readCase(deps, id, namesOf, params.member)) ?? refuseDesk('not_found'),
    'case.messages': async ({ params }, { id }) =>
      (await openMessages(deps, id, params.letter)) ?? refuseDesk('not_found'),
    'case.held_message': async ({ params }, { id }) =>
      (await openHeldMessage(deps, id, params.flag)) ?? refuseDesk('not_found'),
    'case.show_photo': async ({ params }, { id }) =>
      (await openEvidencePhoto(deps, id, params)) ?? refuseDesk('not_found'),
    'case.photo': async ({ params }, { id }, c) => {
      const bytes = await evidenceFile(deps, id, params)
      if (!bytes) return refuseDesk('not_found')
      return photoAnswer(c, deps, bytes)
    },
    'case.hold': async ({ params, body }, { id: staff }) => {
      const hold = { legalHold: body.legal_hold, staff, reason: body.reason }
      const answer = await setLegalHold(deps, params.letter, hold)
      return answer === 'not_found' ? refuseDesk('not_found') : { legal_hold: body.legal_hold }
    },
    'case.preview': async ({ params, body: { desk, ...choice } }) =>
      (await previewOf(deps, params.member, choice, desk)) ?? refuseDesk('not_found'),
    'case.decide': async ({ params, body }, { id }) => {
      const {
        client_id: clientId,
        case: caseId,
        photo,
        photo_reason: photoReason,
        message,
        right,
        wrong,
        ...choice
      } = body
      const decided = await decideCase(deps, id, params.member, {
        ...choice,
        clientId,
        caseId,
        photoReason,
        photo: photo ?? null,
        message: message ?? null,
        judged: right && wrong && { right, wrong },
      })
      if (decided === 'not_found' || decided === 'changed_meanwhile') return refuseDesk(decided)
      if (decided === 'invalid') return refuseDesk('invalid_input')
      return 'error' in decided ? claimedBy(decided) : decided
    },
    'case.undo': async ({ params, body }, { id }) => ({ undone: await undoCase(deps, id, params.member, body.at) }),
    'decisions.lift': async ({ params, body }, { id }) => {
      const answer = await liftDecision(deps, id, params.decision, body.reason)
      return answer === 'done' ? { lifted: true as const } : refuseDesk(answer)
    },
    'letters.get': async ({ params }, { id }) => {
      const letters = await deps.read.queue.lettersOfGroup(params.group)
      const first = letters[0] === undefined ? undefined : await deps.read.safety.fullLetter(letters[0])
      if (!first) return refuseDesk('not_found')
      const items = await waitingItems(deps, id, lettersSubject(params.group), 50)
      return { count: letters.length, text: first.text, language: first.language, items }
    },
    'letters.answer_group': async ({ params, body }, { id }) => {
      const answered = await answerGroup(deps, id, params.group, body)
      if (answered === 'not_found') return refuseDesk('not_found')
      return typeof answered === 'number' ? { answered } : claimedBy(answered)
    },
    'appeals.answer': async ({ params, body }, { id }) => {
      const answer = await answerAppeal(deps, id, params.letter, body)
      if (answer === 'done') return { upheld: body.upheld }
      if (typeof answer === 'object') return claimedBy(answer)
      return refuseDesk(answer === 'same' ? 'changed_meanwhile' : answer)
    },
  }
}
