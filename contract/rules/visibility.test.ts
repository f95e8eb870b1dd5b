/** Tests the rule over every combination, and the most important rows one by one. */
import { describe, expect, test } from 'vitest'
import { mayWrite } from './may-write.ts'
import {
  mayBeFound,
  mayWriteTo,
  NO_RELATION,
  photoVisibilityOf,
  visibilityOf,
  visitorSearch,
  type ViewedPhoto,
  type ProfileRelation,
  type Viewer,
} from './visibility.ts'

const FREE: Viewer = { kind: 'member', paid: false }
const PAID: Viewer = { kind: 'member', paid: true }
const SELF: Viewer = { kind: 'self' }
const VISITOR: Viewer = { kind: 'visitor', search: 'all' }
const VIEWERS: Viewer[] = [SELF, FREE, PAID, VISITOR, { ...VISITOR, search: 'limited' }, { ...VISITOR, search: 'none' }]

const STATUSES = ['not_confirmed', 'active', 'deleting', 'deleted'] as const
const FLAGS = [
  'invisible',
  'reserved',
  'blocksMe',
  'blockedByMe',
  'liked',
  'likesMe',
  'talked',
  'arrived',
  'wroteToMe',
] as const
const OPEN: ProfileRelation = { status: 'active', invisible: false, reserved: false, ...NO_RELATION }

const allStandings: ProfileRelation[] = STATUSES.flatMap((status) =>
  Array.from({ length: 2 ** FLAGS.length }, (_, bits) => ({
    ...OPEN,
    status,
    ...Object.fromEntries(FLAGS.map((flag, index) => [flag, (bits & (1 << index)) !== 0])),
  })),
)

const isBetween = (other: ProfileRelation): boolean =>
  other.blocksMe ||
  other.blockedByMe ||
  other.liked ||
  other.likesMe ||
  other.talked ||
  other.arrived ||
  other.wroteToMe

/** A visitor has no relation to anyone, so those combinations do not exist. */
const all = VIEWERS.flatMap((viewer) =>
  allStandings.filter((other) => viewer.kind !== 'visitor' || !isBetween(other)).map((other) => ({ viewer, other })),
)

const allPhotos: ViewedPhoto[] = [0, 1, 2, 3, 24].flatMap((rank) =>
  [true, false].flatMap((isMain) =>
    [true, false].flatMap((isPrivate) =>
      (['pending', 'active', 'rejected'] as const).map((status) => ({ rank, isMain, private: isPrivate, status })),
    ),
  ),
)

type Case = { viewer: Viewer; other: ProfileRelation }

/** The cases that contradict a statement. A statement that applies to no case fails too. */
const broken = (about: (one: Case) => boolean, statement: (one: Case) => boolean): unknown[] => {
  const cases = all.filter(about)
  return cases.length === 0 ? ['no such case'] : cases.filter((one) => !statement(one)).slice(0, 3)
}

/** The photos that contradict a statement, in every case. */
const wrongPhotos = (about: (one: Case, photo: ViewedPhoto) => boolean, wanted: readonly string[]): unknown[] => {
  const others = all.filter(({ viewer }) => viewer.kind !== 'self')
  const cases = others.flatMap((one) =>
    allPhotos.filter((photo) => about(one, photo)).map((photo) => ({ viewer: one.viewer, other: one.other, photo })),
  )
  if (cases.length === 0) return ['no such case']
  return cases
    .filter(({ viewer, other, photo }) => !wanted.includes(photoVisibilityOf(viewer, other, photo)))
    .slice(0, 3)
}

/** Whether the profile shows at all, and in full. */
const shownOf = (...args: Parameters<typeof photoVisibilityOf>): string => {
  const seen = photoVisibilityOf(...args)
  return seen === 'full' || seen === 'hidden' ? seen : 'locked'
}

const visibility = ({ viewer, other }: Case) => visibilityOf(viewer, other)
const isMember = ({ viewer }: Case): boolean => viewer.kind === 'member'
const isOther = ({ viewer }: Case): boolean => viewer.kind !== 'self'
const isMatch = (other: ProfileRelation): boolean => other.liked && other.likesMe

test('the table contains every combination', () => {
  // The member's own view and two kinds of members with all relations; three kinds of visitors without a relation.
  expect(all).toHaveLength(3 * 4 * 2 ** 9 + 3 * 4 * 2 ** 2)
  expect(allPhotos).toHaveLength(60)
})

describe('rules of every combination', () => {
  test('a member sees their own profile, does not find it in search and cannot write to it', () => {
    expect(
      broken(
        ({ viewer }) => viewer.kind === 'self',
        ({ viewer, other }) =>
          visibilityOf(viewer, other) === 'full' &&
          !mayBeFound(viewer, other) &&
          !mayWriteTo(viewer, other).allowed &&
          allPhotos.every((photo) => photoVisibilityOf(viewer, other, photo) === 'full'),
      ),
    ).toEqual([])
  })

  test('[ACC-6] [FIND-3] only confirmed members who are not leaving are found, and seen by strangers', () => {
    expect(
      broken(
        (one) => isOther(one) && one.other.status !== 'active',
        ({ viewer, other }) => !mayBeFound(viewer, other) && visibilityOf(viewer, other) !== 'full',
      ),
    ).toEqual([])
    expect(
      broken(
        (one) => isMember(one) && one.other.status !== 'active' && !one.other.talked,
        (one) => visibility(one) === 'not_found',
      ),
    ).toEqual([])
  })

  test('[PROF-10] an invisible member is never found, and seen only after a like or a message', () => {
    expect(
      broken(
        ({ other }) => other.invisible,
        ({ viewer, other }) => !mayBeFound(viewer, other),
      ),
    ).toEqual([])
    expect(
      broken(
        (one) => isOther(one) && one.other.invisible && !one.other.likesMe && !one.other.talked,
        (one) => ['not_found', 'closed'].includes(visibility(one)) && !mayWriteTo(one.viewer, one.other).allowed,
      ),
    ).toEqual([])
    // To have written to them opens nothing.
    expect(
      broken(
        (one) => isOther(one) && one.other.invisible && !one.other.likesMe && !one.other.wroteToMe,
        (one) => visibility(one) !== 'full',
      ),
    ).toEqual([])
    // The viewer's own like opens nothing.
    expect(
      broken(
        (one) => isMember(one) && one.other.invisible,
        ({ viewer, other }) =>
          (visibilityOf(viewer, other) === 'not_found') ===
          (visibilityOf(viewer, { ...other, liked: false }) === 'not_found'),
      ),
    ).toEqual([])
  })

  test('[PROF-11] privacy mode shows a full profile only to a match or in a conversation', () => {
    expect(
      broken(
        (one) => isOther(one) && one.other.reserved && !one.other.arrived && !isMatch(one.other),
        (one) => visibility(one) !== 'full',
      ),
    ).toEqual([])
    // Privacy mode hides the contents of a profile; search still finds it.
    expect(
      broken(
        () => true,
        ({ viewer, other }) => mayBeFound(viewer, other) === mayBeFound(viewer, { ...other, reserved: false }),
      ),
    ).toEqual([])
    expect(
      broken(
        ({ other }) => other.arrived || isMatch(other),
        ({ viewer, other }) => visibilityOf(viewer, other) === visibilityOf(viewer, { ...other, reserved: false }),
      ),
    ).toEqual([])
  })

  test('[CHAT-9] after a block in either direction neither member finds, views or writes to the other', () => {
    expect(
      broken(
        (one) => isMember(one) && (one.other.blocksMe || one.other.blockedByMe),
        ({ viewer, other }) =>
          !mayBeFound(viewer, other) && !mayWriteTo(viewer, other).allowed && visibilityOf(viewer, other) !== 'full',
      ),
    ).toEqual([])
    expect(
      broken(
        (one) => isMember(one) && one.other.blocksMe,
        (one) => ['blocked', 'not_found'].includes(visibility(one)),
      ),
    ).toEqual([])
  })

  test('[PROF-10] [ACC-6] writing to a hidden profile answers `not_found`, whatever its status and blocks are', () => {
    expect(
      broken(
        (one) => isMember(one) && visibilityOf(one.viewer, { ...one.other, blocksMe: false }) === 'not_found',
        ({ viewer, other }) => {
          const may = mayWriteTo(viewer, other)
          return visibilityOf(viewer, other) === 'not_found' && !may.allowed && may.reason === 'not_found'
        },
      ),
    ).toEqual([])
  })

  test('[CHAT-12] a profile that may be written to is visible, and the strongest reason against writing is returned', () => {
    expect(
      broken(
        (one) => isMember(one) && mayWriteTo(one.viewer, one.other).allowed,
        (one) => ['full', 'reserved'].includes(visibility(one)) && one.other.status === 'active',
      ),
    ).toEqual([])
    expect(
      broken(
        (one) => isMember(one) && visibility(one) !== 'not_found',
        ({ viewer, other }) => JSON.stringify(mayWriteTo(viewer, other)) === JSON.stringify(mayWrite(other)),
      ),
    ).toEqual([])
  })

  test('[FIND-4] a visitor sees nobody if search is closed, and never more than a free member', () => {
    expect(
      broken(
        ({ viewer }) => viewer.kind === 'visitor' && viewer.search === 'none',
        (one) => visibility(one) === 'closed' && !mayBeFound(one.viewer, one.other),
      ),
    ).toEqual([])
    expect(
      broken(
        ({ viewer }) => viewer.kind === 'visitor' && viewer.search !== 'none',
        ({ viewer, other }) =>
          visibilityOf(viewer, other) === visibilityOf(FREE, other) &&
          mayBeFound(viewer, other) === mayBeFound(FREE, other) &&
          allPhotos.every((photo) => shownOf(viewer, other, photo) === shownOf(FREE, other, photo)),
      ),
    ).toEqual([])
  })

  test('every profile that is found is visible', () => {
    expect(
      broken(
        ({ viewer, other }) => mayBeFound(viewer, other),
        (one) => ['full', 'reserved'].includes(visibility(one)),
      ),
    ).toEqual([])
  })

  test('[PROF-6] paying opens photos and nothing else', () => {
    expect(
      broken(
        ({ viewer }) => viewer === PAID,
        ({ other }) =>
          visibilityOf(PAID, other) === visibilityOf(FREE, other) &&
          mayBeFound(PAID, other) === mayBeFound(FREE, other) &&
          JSON.stringify(mayWriteTo(PAID, other)) === JSON.stringify(mayWriteTo(FREE, other)),
      ),
    ).toEqual([])
  })
})

const isOpen = (one: Case, photo: ViewedPhoto): boolean =>
  visibility(one) === 'full' && photo.status === 'active' && !photo.private
const isPrivate = (one: Case, photo: ViewedPhoto): boolean =>
  visibility(one) === 'full' && photo.status === 'active' && photo.private
const isTrusted = ({ likesMe, arrived }: ProfileRelation): boolean => likesMe || arrived

describe('photos in every combination', () => {
  test('[PROF-5] others never see a pending or rejected photo', () => {
    expect(wrongPhotos((_, photo) => photo.status !== 'active', ['hidden'])).toEqual([])
  })

  test('[PROF-6] no photo shows, not even blurred, if the profile is not visible or the member is deleted', () => {
    expect(
      wrongPhotos(
        (one) => !['full', 'reserved'].includes(visibility(one)) || one.other.status === 'deleted',
        ['hidden'],
      ),
    ).toEqual([])
  })

  test('[PROF-11] a profile in privacy mode shows its main photo blurred, and no other photo', () => {
    expect(wrongPhotos((one, photo) => visibility(one) === 'reserved' && !photo.isMain, ['hidden'])).toEqual([])
    expect(wrongPhotos((one, photo) => visibility(one) === 'reserved' && photo.isMain, ['reserved', 'hidden'])).toEqual(
      [],
    )
  })

  test('[PROF-6] free members and visitors see the main photo and two more, premium members all', () => {
    expect(wrongPhotos((one, photo) => isOpen(one, photo) && one.viewer === PAID, ['full'])).toEqual([])
    expect(wrongPhotos((one, photo) => isOpen(one, photo) && one.viewer !== PAID && photo.rank < 3, ['full'])).toEqual(
      [],
    )
    expect(
      wrongPhotos((one, photo) => isOpen(one, photo) && one.viewer === FREE && photo.rank >= 3, ['premium']),
    ).toEqual([])
    expect(
      wrongPhotos((one, photo) => isOpen(one, photo) && one.viewer.kind === 'visitor' && photo.rank >= 3, ['login']),
    ).toEqual([])
  })

  test('[PROF-6] a private photo also needs the owner’s like, a match or a conversation', () => {
    expect(
      wrongPhotos((one, photo) => isPrivate(one, photo) && !isTrusted(one.other) && isMember(one), ['private']),
    ).toEqual([])
    expect(wrongPhotos((one, photo) => isPrivate(one, photo) && one.viewer.kind === 'visitor', ['login'])).toEqual([])
    expect(
      wrongPhotos((one, photo) => isPrivate(one, photo) && isTrusted(one.other) && one.viewer === PAID, ['full']),
    ).toEqual([])
    expect(
      wrongPhotos(
        (one, photo) => isPrivate(one, photo) && isTrusted(one.other) && one.viewer === FREE && !photo.isMain,
        ['premium'],
      ),
    ).toEqual([])
    expect(
      wrongPhotos((one, photo) => isPrivate(one, photo) && isTrusted(one.other) && photo.isMain, ['full']),
    ).toEqual([])
  })
})

const no = (reason: string) => ({ allowed: false, reason })

const photo = (rank: number, change: Partial<ViewedPhoto> = {}): ViewedPhoto => ({
  status: 'active',
  private: false,
  isMain: rank === 0,
  rank,
  ...change,
})

describe('the most important rows', () => {
  const HIDDEN = { ...OPEN, invisible: true }
  const RESERVED = { ...OPEN, reserved: true }
  const MATCH = { liked: true, likesMe: true }

  test.each([
    // Title, viewer, other profile; then: is found, visibility, may write.
    ['[PROF-2] anyone at an open profile', FREE, OPEN, true, 'full', { allowed: true }],
    ['[CHAT-13] a visitor at an open profile', VISITOR, OPEN, true, 'full', no('authentication_required')],
    [
      '[FIND-4] a visitor where none may',
      { ...VISITOR, search: 'none' },
      OPEN,
      false,
      'closed',
      no('authentication_required'),
    ],
    ['[ACC-6] at one not confirmed', FREE, { ...OPEN, status: 'not_confirmed' }, false, 'not_found', no('not_found')],
    [
      '[ACC-6] at one not confirmed who likes me',
      FREE,
      { ...OPEN, status: 'not_confirmed', likesMe: true },
      false,
      'not_found',
      no('not_found'),
    ],
    [
      '[ACC-6] at one not confirmed who wrote to me',
      FREE,
      { ...OPEN, status: 'not_confirmed', talked: true },
      false,
      'reserved',
      no('recipient_unconfirmed'),
    ],
    [
      '[CHAT-12] at one who is leaving, a stranger',
      FREE,
      { ...OPEN, status: 'deleting' },
      false,
      'not_found',
      no('not_found'),
    ],
    [
      '[CHAT-12] at one who is leaving, a partner',
      PAID,
      { ...OPEN, status: 'deleting', talked: true },
      false,
      'reserved',
      no('recipient_deleted'),
    ],
    [
      '[CHAT-12] at one who is gone, a match',
      PAID,
      { ...OPEN, status: 'deleted', ...MATCH },
      false,
      'not_found',
      no('not_found'),
    ],
    ['[PROF-10] at an invisible stranger', PAID, HIDDEN, false, 'not_found', no('not_found')],
    [
      '[PROF-10] at an invisible stranger whom I like',
      PAID,
      { ...HIDDEN, liked: true },
      false,
      'not_found',
      no('not_found'),
    ],
    [
      '[PROF-10] at an invisible one who likes me',
      FREE,
      { ...HIDDEN, likesMe: true },
      false,
      'full',
      { allowed: true },
    ],
    [
      '[PROF-10] at an invisible one who never answered me',
      FREE,
      { ...HIDDEN, talked: true },
      false,
      'reserved',
      { allowed: true },
    ],
    [
      '[PROF-10] at an invisible one who answered me',
      FREE,
      { ...HIDDEN, talked: true, wroteToMe: true },
      false,
      'full',
      { allowed: true },
    ],
    [
      '[PROF-10] at an invisible stranger who blocks me',
      FREE,
      { ...HIDDEN, blocksMe: true },
      false,
      'not_found',
      no('not_found'),
    ],
    [
      '[PROF-10] at an invisible one with privacy mode who likes me',
      FREE,
      { ...HIDDEN, reserved: true, likesMe: true },
      false,
      'reserved',
      { allowed: true },
    ],
    ['[PROF-11] at a reserved stranger', PAID, RESERVED, true, 'reserved', { allowed: true }],
    ['[PROF-11] a visitor at a reserved one', VISITOR, RESERVED, true, 'reserved', no('authentication_required')],
    [
      '[PROF-11] at a reserved one whom I like',
      PAID,
      { ...RESERVED, liked: true },
      true,
      'reserved',
      { allowed: true },
    ],
    [
      '[PROF-11] at a reserved one who likes me',
      PAID,
      { ...RESERVED, likesMe: true },
      true,
      'reserved',
      { allowed: true },
    ],
    ['[PROF-11] at a reserved match', FREE, { ...RESERVED, ...MATCH }, true, 'full', { allowed: true }],
    [
      '[PROF-11] at a reserved one I talk with',
      FREE,
      { ...RESERVED, talked: true, arrived: true },
      true,
      'full',
      { allowed: true },
    ],
    [
      '[GUARD-1] at a reserved one whom my messages have not reached',
      FREE,
      { ...RESERVED, talked: true },
      true,
      'reserved',
      { allowed: true },
    ],
    ['[CHAT-9] at one who blocks me', PAID, { ...OPEN, blocksMe: true }, false, 'blocked', no('blocked')],
    [
      '[CHAT-9] at a match who blocks me',
      PAID,
      { ...OPEN, ...MATCH, talked: true, blocksMe: true },
      false,
      'blocked',
      no('blocked'),
    ],
    [
      '[CHAT-9] at one whom I block',
      PAID,
      { ...OPEN, talked: true, blockedByMe: true },
      false,
      'reserved',
      no('blocking'),
    ],
    [
      '[CHAT-9] each blocks the other',
      PAID,
      { ...OPEN, blocksMe: true, blockedByMe: true },
      false,
      'blocked',
      no('blocking'),
    ],
  ] as const)('%s', (_, viewer, other, found, seen, may) => {
    expect([mayBeFound(viewer, other), visibilityOf(viewer, other), mayWriteTo(viewer, other)]).toEqual([
      found,
      seen,
      may,
    ])
  })

  test.each([
    ['[PROF-6] a visitor, the main photo', VISITOR, OPEN, photo(0), 'full'],
    ['[PROF-6] a visitor, the third', VISITOR, OPEN, photo(2), 'full'],
    ['[PROF-6] a visitor, the fourth', VISITOR, OPEN, photo(3), 'login'],
    ['[PROF-6] a free member, the fourth of a match', FREE, { ...OPEN, ...MATCH }, photo(3), 'premium'],
    ['[PROF-6] a premium member, the twenty-fifth', PAID, OPEN, photo(24), 'full'],
    ['[PROF-6] a premium member, a private one of a stranger', PAID, OPEN, photo(1, { private: true }), 'private'],
    [
      '[PROF-6] a premium member, a private one of whom they like',
      PAID,
      { ...OPEN, liked: true },
      photo(1, { private: true }),
      'private',
    ],
    [
      '[PROF-6] a premium member, a private one of who likes them',
      PAID,
      { ...OPEN, likesMe: true },
      photo(1, { private: true }),
      'full',
    ],
    [
      '[PROF-6] a free member, a private one of a match',
      FREE,
      { ...OPEN, ...MATCH },
      photo(1, { private: true }),
      'premium',
    ],
    ['[PROF-11] a premium member, the main photo of a reserved one', PAID, RESERVED, photo(0), 'reserved'],
    [
      '[PROF-11] a premium member, a private one of a reserved one who likes them',
      PAID,
      { ...RESERVED, likesMe: true },
      photo(1, { private: true }),
      'hidden',
    ],
    [
      '[PROF-5] a match, the pending main photo',
      PAID,
      { ...OPEN, ...MATCH },
      photo(0, { status: 'pending' }),
      'hidden',
    ],
    ['[CHAT-9] whom the owner blocks', PAID, { ...OPEN, blocksMe: true }, photo(0), 'hidden'],
    ['[ACC-12] a partner who is gone', PAID, { ...OPEN, status: 'deleted', talked: true }, photo(0), 'hidden'],
    ['oneself, a rejected one', SELF, OPEN, photo(9, { status: 'rejected', private: true }), 'full'],
  ] as const)('%s', (_, viewer, owner, one, seen) => {
    expect(photoVisibilityOf(viewer, owner, one)).toBe(seen)
  })
})

test('[FIND-4] visitors see search if one of the two settings allows it', () => {
  const closed = { logged_out_search: 'none', logged_out_search_trafficsource: 'none' }
  expect(visitorSearch(closed, true)).toBe('none')
  expect(visitorSearch({ ...closed, logged_out_search: 'all' }, false)).toBe('all')
  expect(visitorSearch({ ...closed, logged_out_search_trafficsource: 'all' }, true)).toBe('all')
  expect(visitorSearch({ ...closed, logged_out_search_trafficsource: 'all' }, false)).toBe('none')
  const limited = { logged_out_search: 'limited', logged_out_search_trafficsource: 'all' }
  expect([visitorSearch(limited, true), visitorSearch(limited, false)]).toEqual(['all', 'limited'])
})
