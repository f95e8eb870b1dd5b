/**
 * Answers lists of profiles that the server composes: related profiles, proposals, blocked people. Offline the last
 * answer is used [FIND-7].
 */
import { hideProfile } from '../store/profiles.ts'
import { unlessFull } from '../storage.ts'
import { showBlocks, writeBlocks } from '../store/blocks.ts'
import { showList, writeList } from '../store/lists.ts'
import type { Reader } from './reader.ts'
import { serverFirst } from './server-first.ts'

export const getRelated: Reader<'members.related'> = (device, { session, input, extend }) => {
  const { id } = input.params
  const key = `related:${id}`
  return serverFirst(device, session, extend, {
    key,
    topic: `member:${id}`,
    ask: async () => {
      const answer = await device.server.ask(session, 'members.related', { params: { id } })
      if (!answer.ok && (answer.body?.error === 'not_found' || answer.body?.error === 'blocked'))
        await session.write(['profiles'], (tx) => hideProfile(tx, id))
      return answer
    },
    keep: ({ results }) => {
      const items = results.map((profile) => ({ profile, reasons: [] }))
      return session.write(['lists', 'profiles'], (tx) => writeList(tx, key, items, device.ports.now()))
    },
    held: async () => {
      const held = await showList(session, key)
      return held && { data: { results: held.data.map(({ profile }) => profile) }, heldAt: held.heldAt }
    },
  })
}

const PROPOSALS = 'match_finder'

export const getProposals: Reader<'match_finder.get'> = (device, { session, input, extend }) =>
  serverFirst(device, session, extend, {
    key: PROPOSALS,
    topic: 'matches',
    ask: () => device.server.ask(session, 'match_finder.get', { query: definedIn(input.query) }),
    keep: async ({ results }) => {
      await session.write(['lists', 'profiles'], (tx) => writeList(tx, PROPOSALS, results, device.ports.now()))
      extend(
        device.photos.warm(
          session,
          results.map(({ profile }) => profile),
          'card',
        ),
      )
    },
    held: async () => {
      const held = await showList(session, PROPOSALS)
      if (!held) return held
      const { gender } = input.query
      const results = held.data.filter(({ profile }) => gender === undefined || profile.gender === gender)
      return { data: { results }, heldAt: held.heldAt }
    },
  })

const definedIn = ({ gender }: { gender?: 'female' | 'male' | undefined }): Record<string, string> =>
  gender === undefined ? {} : { gender }

export const getBlocks: Reader<'blocks.list'> = (device, { session, extend }) =>
  serverFirst(device, session, extend, {
    key: 'blocks',
    topic: 'blocks',
    ask: async () => {
      const answer = await device.server.ask(session, 'blocks.list', {})
      if (!answer.ok || !answer.data) return answer
      const { blocks } = answer.data
      await unlessFull(session.write(['lists'], (tx) => writeBlocks(tx, blocks, device.ports.now())))
      extend(
        device.photos.warm(
          session,
          blocks.map(({ profile }) => profile),
          'thumb',
        ),
      )
      // The server does not know the queued blocks and unblocks, so show its list through the overlay.
      return { ok: true, data: (await showBlocks(session))?.data ?? answer.data }
    },
    keep: async () => {},
    held: () => showBlocks(session),
  })
