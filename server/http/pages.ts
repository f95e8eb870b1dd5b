/** The paths that are screens of the app [SHELL-4]: every other path, or an invalid parameter, is 404. */
import * as v from 'valibot'
import { PackageId } from '#contract/entities/money.ts'
import { isPaymentMethod } from '#contract/payment-methods.ts'
import { ClientId, ConversationId, IdText } from '#contract/fields.ts'
import { isSlug, LANDERS } from '#contract/landers.ts'
import { isLikeType } from '#contract/like-types.ts'
import { isPageName } from '#contract/pages.ts'

type Part = string | ((text: string) => boolean)

const isMember: Part = (text) => v.is(IdText, text)
const isConversation: Part = (text) => v.is(ConversationId, text)
const isPackage: Part = (text) => v.is(PackageId, text)
const isPayment: Part = (text) => v.is(ClientId, text)
const isStatic: Part = (text) => isPageName(text)
/** A slug may use another script, which is percent-encoded in the URL. */
const isSlugPart: Part = (text) => {
  try {
    return isSlug(decodeURIComponent(text))
  } catch {
    return false
  }
}

const PAGES: Part[][] = [
  [],
  ['members'],
  ['members', isMember],
  ['members', isMember, 'chat'],
  ['chats'],
  ['chats', isConversation],
  ['likes'],
  ['likes', isLikeType],
  ['likes', 'm', isMember],
  ['credits'],
  ['credits', 'repeat-order'],
  ['credits', isPackage],
  ['credits', isPackage, isPaymentMethod],
  ['premium'],
  ['pricing'],
  ['transactions'],
  ['transactions', isPayment],
  ['directdebit'],
  ['profile'],
  ['signup'],
  ['login'],
  ['complete-signup'],
  ['signup-matches'],
  ['reset-password'],
  ['reset-password', 'do'],
  ['mail-change', 'do'],
  ['account-deleted'],
  ['notifications'],
  ['settings'],
  ['notifications', 'blocked'],
  ['notifications', 'device'],
  ['share'],
  ['complaints'],
  ['lang-config'],
  ['match-finder'],
  ['swipe-game'],
  ['activate', 'done'],
  ['activate', 'error'],
  ['pages', isStatic],
  [isStatic],
  ['members', isMember, 'landing'],
  ['members', isMember, 'landing2'],
  ['members', isMember, 'landing2', isSlugPart],
  ['members', isMember, 'landing3'],
  ['members', isMember, 'landing3', isSlugPart],
  ['members', isMember, 'signup'],
  ...Object.keys(LANDERS).map((name) => ['landers', name]),
  ...Object.entries(LANDERS)
    .filter(([, takesSlug]) => takesSlug)
    .map(([name]) => ['landers', name, isSlugPart]),
]

/** @param path as in the URL, still percent-encoded */
export const isPage = (path: string): boolean => {
  const parts = path.split('/').filter((part) => part !== '')
  return PAGES.some((page) => page.length === parts.length && page.every((part, at) => fits(part, parts[at] ?? '')))
}

const fits = (part: Part, text: string): boolean => (typeof part === 'string' ? part === text : part(text))
