/** The export file, streamed as it is read, so that memory stays small for a member with many messages and photos. */
import { setImmediate } from 'node:timers/promises'
import type { CallParsed } from '#contract/calls.ts'
import { EXPORT_MINUTES, MINUTE_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { checkOwner } from '../account/check-owner.ts'
import { linkToken } from '../account/links.ts'
import { exportParts } from './export-parts.ts'

/** In characters: read in about a millisecond. */
const PIECE = 8_000

/** @returns the token that opens the file, or the refusal of the proof */
export const askForExport = async (
  deps: Deps,
  caller: Caller,
  proof: CallParsed<'export.ask'>['body'],
): Promise<{ token: string } | Refusal> =>
  (await checkOwner(deps, caller, proof)) ?? {
    token: await linkToken(deps, { member: caller.id, kind: 'export', lifeMs: EXPORT_MINUTES * MINUTE_MS }),
  }

/** More than once, since some browsers ask again before they download. */
export const openExport = async (deps: Deps, { id }: Caller, token: string): Promise<Response | Refusal> => {
  const asked = await deps.read.account.token(hashToken(token), 'export', deps.now())
  return asked?.member === id ? exportFile(deps, id) : refuse('link_invalid')
}

export const exportFile = (deps: Deps, member: number): Response => {
  const pieces = piecesOf(textOf(deps, member))
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        // Everything that a piece reads is there at once, so without this turn no request would run until the last piece.
        await setImmediate()
        const { value, done } = await pieces.next()
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        deps.log.error({ err: error, member }, 'export failed, the download ends early')
        // A truncated file is invalid JSON, so nobody takes it for complete.
        controller.error(error)
      }
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
  return new Response(body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="visavis-${dateOf(deps.now())}.json"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

const piecesOf = async function* (chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let piece = ''
  for await (const chunk of chunks) {
    piece += chunk
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** One JSON object. */
const textOf = async function* (deps: Deps, member: number): AsyncGenerator<string, void, undefined> {
  let before = '{'
  for await (const [name, part] of exportParts(deps, member)) {
    yield `${before}\n${JSON.stringify(name)}: `
    yield* partText(part)
    before = ','
  }
  yield '\n}\n'
}

/** Long lists are streamed entry by entry; some parts are objects of lists. */
const partText = async function* (part: unknown): AsyncGenerator<string, void, undefined> {
  if (isStream(part)) {
    let before = '['
    for await (const entry of part) {
      yield `${before}\n${JSON.stringify(entry)}`
      before = ','
    }
    yield before === '[' ? '[]' : '\n]'
  } else if (isObject(part) && Object.values(part).some(isStream)) {
    let before = '{'
    for (const [name, list] of Object.entries(part)) {
      yield `${before}\n${JSON.stringify(name)}: `
      yield* partText(list)
      before = ','
    }
    yield '\n}'
  } else yield JSON.stringify(part)
}

const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null

const isStream = (part: unknown): part is AsyncIterable<unknown> => isObject(part) && Symbol.asyncIterator in part
