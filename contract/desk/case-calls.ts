/** The desk's calls about cases: read, decide, undo, and answer letters [DESK-6] to [DESK-9]. */
import * as v from 'valibot'
import { PHOTO_SIZES } from '../entities/photo.ts'
import { ClientId, Count, Id, IdText, OperatorText, Timestamp } from '../fields.ts'
import { LETTER_MAX } from '../limits.ts'
import { LOCALES } from '../locales.ts'
import type { DeskCall } from './call.ts'
import { CASE_ROLES, DECIDING_ROLES } from './roles.ts'
import { Case, CaseMessages, CaseReason, DecisionAct, OpenedMessage, StatementPreview } from './case.ts'
import { DeskPhotoReason } from './photos.ts'
import { QueueItem } from './queue.ts'

const byMember = v.object({ member: IdText })
const byLetter = v.object({ letter: IdText })
const Words = v.pipe(v.string('invalid'), v.trim(), v.maxLength(LETTER_MAX, 'too_long'))

const choice = {
  act: DecisionAct,
  /** Needed by every act but `none`. */
  reason: v.optional(CaseReason, 'other'),
  /** The facts in the member's language; they are part of the statement. */
  facts: v.optional(Words, ''),
  /** The end of a mute, a restriction or a suspension; null for no end. */
  until: v.optional(v.nullable(Timestamp), null),
  /** The statement as edited; empty for the template's. */
  statement: v.optional(Words, ''),
}

export const caseCalls = {
  'case.get': {
    method: 'GET',
    path: 'cases/:member',
    roles: CASE_ROLES,
    about: 'member',
    params: byMember,
    response: Case,
    errors: ['not_found'],
  },
  /** The messages of a snapshot. The look is logged before they are read. */
  'case.messages': {
    method: 'POST',
    path: 'evidence/:letter/messages',
    roles: CASE_ROLES,
    about: 'letter',
    params: byLetter,
    response: CaseMessages,
    errors: ['not_found'],
  },
  /** A message that the automatic check holds, while its flag waits. The look is logged before it is read. */
  'case.held_message': {
    method: 'POST',
    path: 'flags/:flag/message',
    roles: CASE_ROLES,
    about: 'flag',
    params: v.object({ flag: IdText }),
    response: OpenedMessage,
    errors: ['not_found'],
  },
  /** Logs that the caller looks at a covered photo of the snapshot's profile; `audit` is the row. */
  'case.show_photo': {
    method: 'POST',
    path: 'evidence/:letter/photos/:photo/show',
    roles: CASE_ROLES,
    about: 'letter',
    params: v.object({ letter: IdText, photo: IdText }),
    response: v.object({ audit: Id, at: Timestamp }),
    errors: ['not_found'],
  },
  /**
   * A picture of a snapshot, also after its owner deleted it. One in a message needs a logged look at the messages, a
   * covered one a logged look at itself; the blur needs none.
   */
  'case.photo': {
    method: 'GET',
    path: 'evidence/:letter/photos/:hash/:size',
    roles: CASE_ROLES,
    about: 'letter',
    background: true,
    params: v.object({
      letter: IdText,
      hash: v.pipe(v.string('required'), v.regex(/^[\w-]{1,128}$/, 'invalid')),
      size: v.picklist(PHOTO_SIZES, 'invalid'),
    }),
    response: 'file',
    errors: ['not_found'],
  },
  'case.hold': {
    method: 'PUT',
    path: 'evidence/:letter/hold',
    roles: CASE_ROLES,
    about: 'letter',
    params: byLetter,
    body: v.object({ legal_hold: v.boolean('invalid'), reason: OperatorText }),
    response: v.object({ legal_hold: v.boolean() }),
    errors: ['not_found'],
  },
  'case.preview': {
    method: 'POST',
    path: 'cases/:member/preview',
    roles: DECIDING_ROLES,
    about: 'member',
    params: byMember,
    /** `desk`: the language of the colleague. */
    body: v.object({ ...choice, desk: v.optional(v.picklist(LOCALES, 'invalid'), 'en') }),
    response: StatementPreview,
    errors: ['not_found'],
  },
  /** The decision holds at once; statement and answers leave 30 seconds later, and until then `case.undo` takes back all. */
  'case.decide': {
    method: 'POST',
    path: 'cases/:member/decide',
    roles: DECIDING_ROLES,
    about: 'member',
    params: byMember,
    /** A decision states its facts [DESK-8]. Reports without ground need none, because the member hears nothing. */
    body: v.pipe(
      v.object({
        ...choice,
        /** The same for a request that is sent again, so that it acts once. Pages of older builds send none. */
        client_id: v.optional(ClientId),
        /**
         * The case that the page shows. Once it is closed it takes no further decision: its text may have been changed after the answer
         * was lost. Pages of older builds send none.
         */
        case: v.optional(Id),
        /** For `remove_photo`. */
        photo: v.optional(Id),
        photo_reason: v.optional(DeskPhotoReason, 'other'),
        /** For `remove_text`: the message, or nothing for the text of the profile. */
        message: v.optional(Id),
        /** For a ban: warns everybody whom the member wrote to. */
        warn: v.optional(v.boolean('invalid'), false),
        /**
         * The reports and notices on the page that are right and that are not, by letter. One that is in neither arrived meanwhile and
         * waits on. Pages of older builds send none of them: then `actsOn` judges all.
         */
        right: v.optional(v.array(Id)),
        wrong: v.optional(v.array(Id)),
      }),
      v.forward(
        v.check(({ act, facts, statement }) => act === 'none' || facts !== '' || statement !== '', 'required'),
        ['facts'],
      ),
    ),
    response: v.object({
      /** Pass it to `case.undo`. */
      at: Timestamp,
      undo_until: Timestamp,
      decision: v.nullable(Id),
      answered: Count,
      warned: Count,
    }),
    errors: ['not_found', 'claimed_by_other', 'changed_meanwhile', 'invalid_input'],
  },
  'case.undo': {
    method: 'POST',
    path: 'cases/:member/undo',
    roles: DECIDING_ROLES,
    about: 'member',
    params: byMember,
    body: v.object({ at: Timestamp }),
    response: v.object({ undone: v.boolean() }),
    errors: ['not_found'],
  },
  /** Takes back a decision in force that was wrong, at any time; the member gets a mail. An appeal that waits is answered instead. */
  'decisions.lift': {
    method: 'POST',
    path: 'decisions/:decision/lift',
    roles: DECIDING_ROLES,
    about: 'decision',
    params: v.object({ decision: IdText }),
    body: v.object({ reason: OperatorText }),
    response: v.object({ lifted: v.literal(true) }),
    errors: ['not_found', 'changed_meanwhile', 'not_possible'],
  },
  /** The letters of a row without a member: complaints with one text, or one letter. */
  'letters.get': {
    method: 'GET',
    path: 'letters/:group',
    roles: CASE_ROLES,
    params: v.object({ group: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')) }),
    response: v.object({ count: Count, text: v.string(), language: v.string(), items: v.array(QueueItem) }),
    errors: ['not_found'],
  },
  /** One answer to all waiting letters of a group; each sender gets it by mail. */
  'letters.answer_group': {
    method: 'POST',
    path: 'letters/:group/answer',
    roles: CASE_ROLES,
    params: v.object({ group: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')) }),
    body: v.object({ upheld: v.boolean('invalid'), text: OperatorText }),
    response: v.object({ answered: Count }),
    errors: ['not_found', 'claimed_by_other'],
  },
  /** Answers an appeal; somebody else than the one who decided first [DESK-9]. */
  'appeals.answer': {
    method: 'POST',
    path: 'appeals/:letter',
    roles: DECIDING_ROLES,
    about: 'letter',
    params: byLetter,
    body: v.object({ upheld: v.boolean('invalid'), text: OperatorText }),
    response: v.object({ upheld: v.boolean() }),
    errors: ['not_found', 'own_decision', 'claimed_by_other', 'changed_meanwhile'],
  },
} as const satisfies Record<string, DeskCall>
