/** The fuzz test's model of a member's own profile, settings and photos. */
/* eslint-disable vitest/no-standalone-expect -- the fuzz runs inside a test of its own */
import { expect } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { OwnPhoto } from '#contract/entities/photo.ts'
import type { FakeBrowser, Worker } from './browser.ts'
import type { FakeServer } from './fake-server.ts'
import type { SeededRandom } from './seeded.ts'

/** `pictureBytes`: the size of the largest picture; without it all are tiny. */
type At = { random: SeededRandom; server: FakeServer; browser: FakeBrowser; worker: Worker; pictureBytes?: number }

const ME = 1
const COLOURS = ['red', 'black', 'brown'] as const
/** The server refuses pictures that begin with this byte. */
const BAD = 255

/** A picture that begins with this byte, and whose end says how large it is. */
export const pictureOf = (byte: number, random: SeededRandom, largest?: number): Uint8Array<ArrayBuffer> => {
  if (largest === undefined) return new Uint8Array([byte, 1, 2])
  const picture = new Uint8Array(5 + random.below(largest)).fill(byte)
  new DataView(picture.buffer).setUint32(picture.length - 4, picture.length)
  return picture
}

/** Whether all parts of a picture are there, each once. */
export const isWhole = (picture: Uint8Array): boolean =>
  picture.length <= 3 || new DataView(Uint8Array.from(picture).buffer).getUint32(picture.length - 4) === picture.length

export class OwnMemory {
  /** The last value of each field. */
  private readonly fields: Record<string, unknown> = {}
  private readonly consents: boolean[] = []
  private readonly settings: Record<string, unknown> = {}
  private language = 'en'
  /**
   * Every picture by its first byte, in the order added. Pictures that were discarded unsent or deleted are removed.
   */
  private readonly added: { byte: number; id: string; bad: boolean }[] = []
  private readonly deleted = new Set<string>()
  /** Whether a photo is private, by client id. */
  private readonly isPrivate = new Map<string, boolean>()

  async step(at: At): Promise<void> {
    const { random, worker } = at
    at.server.own.refused.set(BAD, { error: 'photo_broken' })
    const roll = random.below(100)
    if (roll < 15) {
      const change = random.pick([
        { about_me: `text ${random.below(1_000)}` },
        { hair_colour: random.pick(COLOURS) },
        { about_me: `both ${random.below(1_000)}`, hair_colour: random.pick(COLOURS) },
      ])
      Object.assign(this.fields, change)
      expect((await worker.call('PUT', '/api/profile', change)).status).toBe(202)
    } else if (roll < 25) {
      const given = random.below(2) === 0
      if (this.consents.at(-1) !== given) this.consents.push(given)
      expect((await worker.call('PUT', '/api/consents/sensitive', { given })).status).toBe(202)
    } else if (roll < 38) {
      const change = random.pick([{ invisible_mode: random.below(2) === 0 }, { privacy_mode: random.below(2) === 0 }])
      Object.assign(this.settings, change)
      expect((await worker.call('PUT', '/api/notifications', change)).status).toBe(202)
    } else if (roll < 45) {
      this.language = random.pick(['it', 'de', 'fr'])
      expect((await worker.call('PUT', '/api/user', { language: this.language })).status).toBe(202)
    } else if (roll < 70) await this.add(at)
    else await this.edit(at)
  }

  /**
   * Checks that each picture exists once and in order, that the last edit counts, and that refused writes are still
   * listed.
   */
  async check({ server, worker }: At, state: CallAnswer<'device.state'>): Promise<void> {
    const user = server.userOf(ME)
    expect(user.profile).toMatchObject(this.fields)
    expect(user.settings).toMatchObject(this.settings)
    expect(user.language).toBe(this.language)
    // A withdrawal that arrives twice has no second effect on the data.
    const consents = server.own.effects.flatMap((effect) => /^consent (.+)$/.exec(effect)?.[1] ?? [])
    expect(consents.filter((given, index) => given !== consents[index - 1])).toEqual(this.consents.map(String))

    const good = this.added.filter(({ bad, id }) => !bad && !this.deleted.has(id))
    const effects = server.own.effects.filter((effect) => effect.startsWith('add '))
    expect(new Set(effects).size, 'each picture once').toBe(effects.length)
    const arrived = user.profile.photos
    expect(new Set(arrived.map(({ client_id }) => client_id))).toEqual(new Set(good.map(({ id }) => id)))
    for (const { client_id, private: isPrivate } of arrived)
      expect(isPrivate, 'private').toBe(this.isPrivate.get(client_id ?? '') ?? false)
    // The order is the order of adding, without discarded pictures.
    const order = this.added.map(({ byte }) => `add ${byte}`).filter((effect) => effects.includes(effect))
    expect(effects).toEqual(order)

    const refused = this.added.filter(({ bad, id }) => bad && !this.deleted.has(id)).map(({ id }) => id)
    const own = state.failed.filter(({ kind }) => !/^(messages|swipe)/.test(kind))
    expect(own.map(({ id, kind, failure }) => [id, kind, failure.error])).toEqual(
      refused.map((id) => [id, 'photos.add', 'photo_broken']),
    )
    // The device shows the server's photos, then the refused ones.
    const shown = ((await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>).user
    const { photos = [], ...rest } = shown?.profile ?? {}
    expect(photos.filter(({ waiting }) => !waiting)).toEqual(arrived)
    expect(photos.filter(({ waiting }) => waiting).map(({ id }) => id)).toEqual(refused)
    expect(rest).toMatchObject(this.fields)
    expect(shown?.settings).toEqual(user.settings)
    expect(shown?.language).toBe(user.language)
    const pictures = state.failed.flatMap(({ id, kind }) => (kind === 'messages.photo' ? [id] : []))
    const session = await worker.device.sessions.current()
    expect(await session.read(['blobs'], (tx) => tx.objectStore('blobs').getAllKeys())).toEqual(
      [...refused, ...pictures].toSorted(),
    )
  }

  private async add({ random, browser, worker, pictureBytes }: At): Promise<void> {
    const bad = random.below(6) === 0
    const byte = bad ? BAD : this.added.length
    const id = browser.newId()
    const isPrivate = random.below(3) === 0
    const path = `/api/photos?client_id=${id}${isPrivate ? '&private=1' : ''}`
    const picture = new Blob([pictureOf(byte, random, pictureBytes)], { type: 'image/webp' })
    for (let times = random.below(4) === 0 ? 2 : 1; times > 0; times -= 1)
      expect((await worker.call('POST', path, picture)).status).toBe(202)
    this.added.push({ byte, id, bad })
    this.isPrivate.set(id, isPrivate)
  }

  private async edit({ random, worker }: At): Promise<void> {
    const photos = await this.photosIn(worker)
    if (photos.length === 0) return
    const photo = random.pick(photos)
    const clientId = photo.client_id ?? ''
    const roll = random.below(3)
    if (roll === 0) {
      const isPrivate = random.below(2) === 0
      expect((await worker.call('PATCH', `/api/photos/${photo.id}`, { private: isPrivate })).status).toBe(202)
      this.isPrivate.set(clientId, isPrivate)
    } else if (roll === 1) {
      const ids = photos.map(({ id }) => id).toReversed()
      expect((await worker.call('PUT', '/api/photos', { ids })).status).toBe(202)
    } else {
      const { status, json } = await worker.call('DELETE', `/api/photos/${photo.id}`)
      expect(status).toBe(202)
      this.deleted.add(clientId)
      const { id } = json as { id?: string }
      // Sometimes undo it, if that is still possible.
      if (id !== undefined && random.below(3) === 0) {
        const undone = await worker.call('DELETE', `/api/device/outbox/${id}`)
        if (undone.status === 200) this.deleted.delete(clientId)
      }
    }
  }

  private async photosIn(worker: Worker): Promise<OwnPhoto[]> {
    const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
    return user?.profile.photos ?? []
  }
}
