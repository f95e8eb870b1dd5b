/**
 * What a shared link to a profile shows elsewhere: the name, the age, and the main photo where it is active and anyone may
 * see it (specification §4). Read as a visitor sees it, so nothing is told that a visitor would not be shown.
 */
import { visitorSearch } from '#contract/rules/search-open.ts'
import { viewProfile } from '../areas/find/profile.ts'
import { VISITOR } from '../areas/find/standing.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import { escaped } from './heads.ts'
import { isRefusal } from './reply.ts'

const PROFILE_PATH = /^\/(?:members|likes\/m)\/([1-9]\d{0,15})(?:\/(?:landing|signup)|\/landing[23](?:\/[^/]+)?)?\/?$/

/** @returns the tags for the head of the document, or null where the page is no profile that visitors see */
export const shareMetadata = async (deps: Deps, path: string, language: string): Promise<string | null> => {
  const id = Number(PROFILE_PATH.exec(path)?.[1] ?? 0)
  if (id === 0 || !Number.isSafeInteger(id)) return null
  const settings = deps.settings()
  const search = visitorSearch(settings, false)
  if (search === 'none') return null
  const seen = await viewProfile(deps, VISITOR, id, search)
  if (isRefusal(seen)) return null
  const { name, age, main_image: photo, fictional } = seen.profile
  const words = { name, site: settings.name }
  // Whoever names a profile says so where it is fictional [SAFE-7].
  const text = fictional ? serverText(language, 'share.fictional', words) : serverText(language, 'share.text', words)
  const isShown = photo !== null && photo.status === 'active' && !photo.locked
  const tags: [string, string][] = [
    ['og:type', 'profile'],
    ['og:site_name', settings.name],
    ['og:title', `${name}, ${age}`],
    ['og:description', text],
    ['og:url', `${publicUrl(deps.env)}/members/${id}`],
    ...(isShown ? ([['og:image', new URL(photo.match, publicUrl(deps.env)).href]] as [string, string][]) : []),
  ]
  return tags.map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`).join('')
}
