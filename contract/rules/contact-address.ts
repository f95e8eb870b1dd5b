/**
 * Whether a name contains an address that leads off the site: a mail address, a web address, or a domain [ACC-2]. All
 * two-letter endings count as countries. Other endings count only if they are common, so that `Anna.Maria` stays a
 * name.
 */

const ENDINGS =
  'app|biz|blog|cam|chat|click|club|com|date|dating|dev|fun|info|link|live|lol|love|mobi|name|net|online|org|page|porn|' +
  'pro|sex|sexy|shop|site|social|space|store|stream|tel|top|tube|video|vip|website|work|world|xxx|xyz|xn--[a-z0-9-]+'

/* @__NO_SIDE_EFFECTS__ */
const patterns = (): readonly RegExp[] => [
  /[a-z]{2,}:\/\//,
  /(?:^|[^\p{L}\p{N}])www\./u,
  /[^\s@]+@[^\s@]+\.[^\s@]/,
  // `t.me/anna` too, but not `J.R`.
  new RegExp(String.raw`[\p{L}\p{N}-]{2}\.(?:[a-z]{2}|${ENDINGS})(?![\p{L}\p{N}-])`, 'u'),
  new RegExp(String.raw`[\p{L}\p{N}]\.(?:[a-z]{2}|${ENDINGS})/`, 'u'),
]

/**
 * Full-width letters and dots, ideographic full stops, marks and invisible characters look like the plain ones to a reader. The
 * server also checks the name in `plainLetters`, whose table of other scripts is too long for the app.
 */
export const isContactAddress = (name: string): boolean => {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[\u3002\u2024]/g, '.')
    .toLowerCase()
  return patterns().some((pattern) => pattern.test(plain))
}
