/**
 * The data of a device with the first version: databases of version 1 with rows in their old form. Never change this
 * file with the types: it tests that old data stays readable.
 */

export type FirstVersion = {
  member: number
  name: string
  shell: Record<string, unknown>
  /** The values of each store; in `meta` each value is beside its key. */
  stores: Record<string, unknown[]>
}

type FirstVersionFacts = {
  member: number
  partner: number
  conversation: string
  /** When all rows were written, in ms. */
  at: number
  /** Ids of the three queued writes: two messages and a like. */
  ids: readonly [string, string, string]
  email: string
}

export const firstVersion = ({ member, partner, conversation, at, ids, email }: FirstVersionFacts): FirstVersion => {
  const photo = { id: '7', status: 'active', filename: '/photos/7/full', thumb_filename: '/photos/7/thumb', match: '' }
  const card = {
    id: partner,
    name: 'Anna',
    age: 34,
    gender: 'female',
    country: 'IT',
    countryregion: 'IT-25',
    region: 'Lombardia',
    city: 'Milano',
    main_image: photo,
    fictional: false,
    last_active: at,
    exists: true,
  }
  const facts = { hair_colour: null, eye_colour: null, body_type: null, relationship_status: null, interests: [] }
  const between = { liked: false, likes_me: false, blocked: false, closed: null }
  const full = { ...card, about_me: 'I was here first', ...facts, photos: [photo], ...between }
  const own = { date_of_birth: '1990-05-17', looking_for: 'both', city_id: 'IT-25/milano' }
  const said = {
    id: 1,
    client_id: ids[2],
    conversation,
    sender: partner,
    sent_at: at,
    type: 'text',
    text: 'a year ago',
  }
  const chat = {
    conversation,
    profile: partner,
    num_unread_messages: 0,
    last_message: said,
    delivered_up_to: 0,
    read_up_to: 0,
    my_read_up_to: 1,
    closed: null,
  }
  const user = {
    id: member,
    status: 'active',
    email,
    credits: 5,
    paid_user: false,
    signup_date: at,
    language: 'it',
    fictional_icon: true,
    notifications_disabled: [],
    profile: { ...full, id: member, name: 'Carlo', gender: 'male', main_image: null, photos: [], ...own },
  }
  const waiting = (id: string, lane: string, write: unknown) => ({
    id,
    lane,
    state: 'queued',
    written_at: at,
    attempts: 1,
    retry_at: 0,
    by_server: false,
    failure: null,
    write,
  })
  const text = (id: string, words: string) => ({
    kind: 'messages.send',
    conversation,
    body: { client_id: id, profile: partner, type: 'text', text: words },
  })
  return {
    member,
    name: `member-${member}`,
    shell: { member, parked: null, epoch: 3, known: true, pending_logout: false, to_wipe: [], locale: 'it' },
    stores: {
      profiles: [{ id: partner, card, held_at: at, full, full_held_at: at, last_used_at: at, hidden: false }],
      searches: [{ key: '{}#1', filter: '{}', page: 1, ids: [partner], next: null, held_at: at }],
      conversations: [{ conversation, chat, history: { before: null, gap: false } }],
      messages: [said],
      likes: [{ profile: partner, received: { at, like_new: false }, sent: null }],
      outbox: [
        waiting(ids[0], `chat:${conversation}`, text(ids[0], 'written a year ago')),
        waiting(ids[1], `chat:${conversation}`, text(ids[1], 'and one more')),
        waiting(ids[2], `like:${partner}`, { kind: 'likes.put', profile: partner }),
      ],
      meta: [{ user, counts: { unread_messages: 0, new_likes: 0 }, seq: 1, push_seq: 0, synced_at: at, filled: true }],
    },
  }
}

/** Writes the data to the device. May run inside a page, since it uses nothing from outside. */
/* eslint-disable unicorn/consistent-function-scoping -- what is serialised has no outer scope to move to */
export const install = async ({ name, shell, stores }: FirstVersion): Promise<void> => {
  const open = (database: string, upgrade: (db: IDBDatabase) => void): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(database, 1)
      opening.addEventListener('upgradeneeded', () => upgrade(opening.result))
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
    })
  const put = (db: IDBDatabase, store: string, value: unknown, key?: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const tx = db.transaction(store, 'readwrite')
      tx.objectStore(store).put(value, key)
      tx.addEventListener('complete', () => resolve())
      tx.addEventListener('error', () => reject(tx.error ?? new Error('not written')))
    })
  const device = await open('shell', (db) => {
    db.createObjectStore('state')
    db.createObjectStore('site')
  })
  await put(device, 'state', shell, 'shell')
  device.close()

  const own = await open(name, (db) => {
    db.createObjectStore('profiles', { keyPath: 'id' }).createIndex('last_used_at', 'last_used_at')
    db.createObjectStore('searches', { keyPath: 'key' }).createIndex('filter', 'filter')
    db.createObjectStore('conversations', { keyPath: 'conversation' })
    const messages = db.createObjectStore('messages', { keyPath: 'id' })
    messages.createIndex('conversation', ['conversation', 'id'])
    messages.createIndex('client', ['sender', 'client_id'])
    db.createObjectStore('likes', { keyPath: 'profile' })
    db.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true }).createIndex('id', 'id', { unique: true })
    db.createObjectStore('meta')
  })
  for (const [store, values] of Object.entries(stores))
    for (const value of values) await put(own, store, value, store === 'meta' ? 'me' : undefined)
  own.close()
}
