/** §2 The landers by name, whether each accepts a slug, and the form of a slug [SITE-6]. */

/** Whether a lander accepts a slug: the name of a campaign or a place. */
export const LANDERS = {
  adultonly: false,
  tinderswipe: false,
  whoneedsstrings: false,
  alonetonight: true,
  collagelanding: true,
  gallery: true,
  iconslanding: true,
  maplanding: true,
  socialnetwork: true,
  transitionsvideolanding: true,
  video: true,
} as const satisfies Record<string, boolean>

export type LanderName = keyof typeof LANDERS

export const isLanderName = (text: string): text is LanderName => Object.hasOwn(LANDERS, text)

/** Letters of any script, since place names use them, digits, and single hyphens or underscores between them. */
export const isSlug = (text: string): boolean =>
  text.length <= 64 && /^[\p{L}\p{M}\p{N}]+(?:[-_][\p{L}\p{M}\p{N}]+)*$/u.test(text)

/** @param slug empty if missing */
export const isLander = (name: string, slug: string): boolean =>
  isLanderName(name) && (slug === '' || (LANDERS[name] && isSlug(slug)))
