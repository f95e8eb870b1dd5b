/**
 * The preview of a shared link to a profile: name, age, and the main photo if it is active and public (specification
 * §4). The profile is read as a visitor, so the preview shows nothing that a visitor may not see.
 */
import { isolated } from '#contract/rules/text-direction.ts'
import { visitorSearch } from '#contract/rules/visibility.ts'
import { viewProfile } from '../areas/find/profile.ts'
import { VISITOR } from '../areas/find/visibility.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import { escaped } from './heads.ts'
import { isRefusal } from './reply.ts'

const PROFILE_PATH = /^\/(?:members|likes\/m)\/([1-9]\d{0,15})(?:\/(?:landing|signup)|\/landing[23](?:\/[^/]+)?)?\/?$/

/** The profile that the page of a path is about, or null. */
export const profileOfPage = (path: string): number | null => {
  const id = Number(PROFILE_PATH.exec(path)?.[1] ?? 0)
  return id === 0 || !Number.isSafeInteger(id) ? null : id
}

/** @returns the tags for the document's head, or null if the page is not a profile that visitors may see */
export const shareMetadata = async (deps: Deps, path: string, language: string): Promise<string | null> => {
  const id = profileOfPage(path)
  if (id === null) return null
  const settings = deps.settings()
  const search = visitorSearch(settings, false)
  if (search === 'none') return null
  const seen = await viewProfile(deps, VISITOR, id, search)
  if (isRefusal(seen)) return null
  const { name, age, main_image: photo, fictional } = seen.profile
  const words = { name, site: settings.name }
  // The preview marks a fictional profile [SAFE-7].
  const text = fictional ? serverText(language, 'share.fictional', words) : serverText(language, 'share.text', words)
  const isShown = photo !== null && photo.status === 'active' && !photo.locked
  const tags: [string, string][] = [
    ['og:type', 'profile'],
    ['og:site_name', settings.name],
    ['og:title', `${isolated(name)}, ${age}`],
    ['og:description', text],
    ['og:url', `${publicUrl(deps.env)}/members/${id}`],
    ...(isShown ? ([['og:image', new URL(photo.match, publicUrl(deps.env)).href]] as [string, string][]) : []),
  ]
  return tags.map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`).join('')
}
