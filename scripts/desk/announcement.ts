/** `desk announce`: news or an offer from a file, checked completely before it is sent to anyone. */
import { readFile } from 'node:fs/promises'
import { dateOf } from '#contract/rules/age.ts'
import type { AnnouncementReach } from '../../contract/desk/announcement-form.ts'
import { announcementOf, type Announcement } from '../../server/areas/notices/announcement.ts'
import { announceToAll, reachOf, stopAnnouncement } from '../../server/areas/notices/announce-to-all.ts'
import type { Deps } from '../../server/deps.ts'
import { NotACommand } from '../cli.ts'

export const checkAnnouncement = async (deps: Deps, file: string): Promise<string> => {
  const announcement = await announcementIn(file)
  const { id, about, expires, path, texts } = announcement
  const reach = await reachOf(deps, announcement)
  return [
    `“${id}” is whole: ${about}, until ${dayBefore(expires)}, leads to ${path}.`,
    reachLine(reach),
    ...Object.entries(texts).map(([locale, text]) => `${locale}  ${text?.title} | ${text?.push}`),
    'Nobody was told yet.',
  ].join('\n')
}

export const sendAnnouncement = async (deps: Deps, file: string, staff: number | null): Promise<string> => {
  const announcement = await announcementIn(file)
  const reach = await reachOf(deps, announcement)
  switch (await announceToAll(deps, announcement, { staff, reach })) {
    case 'done':
      return `“${announcement.id}” is on its way. ${reachLine(reach)}`
    case 'same':
      return 'Nothing to do: this was sent already.'
    case 'taken':
      throw new NotACommand(`Something else was sent as “${announcement.id}”. Give it another id.`)
    case 'over':
      throw new NotACommand(`It expired on ${dayBefore(announcement.expires)}.`)
  }
}

export const stopped = async (deps: Deps, id: string, staff: number | null): Promise<string> => {
  switch (await stopAnnouncement(deps, id, { staff, reason: '' })) {
    case 'done':
      return `“${id}” goes to nobody any more.`
    case 'same':
      return 'Nothing to do: it was over already.'
    case 'not_found':
      return `Nothing was sent as “${id}”.`
  }
}

export const announcementIn = async (file: string): Promise<Announcement> => {
  const found = announcementOf(await jsonIn(file))
  if (!Array.isArray(found)) return found
  throw new NotACommand(`${file} is not complete, and nobody got it:\n${found.join('\n')}`)
}

const jsonIn = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new NotACommand(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const reachLine = ({ mail, push }: Pick<AnnouncementReach, 'mail' | 'push'>): string =>
  `It reaches ${mail} by mail and ${push} by push.`

const dayBefore = (at: number): string => dateOf(at - 1)
