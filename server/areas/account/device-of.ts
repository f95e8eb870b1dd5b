/** Describes a session's user agent to a person: device, browser, system. Rough on purpose: shown, never relied on. */
import type { MemberSession } from '#contract/entities/session.ts'

type Device = Pick<MemberSession, 'device' | 'browser' | 'system'>

/** The first match counts. Browsers also name the browsers they derive from, so specific names come first. */
const BROWSERS: [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The characters of a user agent that are stored, and read: the patterns take time with the square of its length. */
export const USER_AGENT_MAX = 200

export const deviceOf = (sent: string): Device => {
  const userAgent = sent.slice(0, USER_AGENT_MAX)
  const system = firstOf(SYSTEMS, userAgent)
  return { device: kindOf(userAgent, system), browser: firstOf(BROWSERS, userAgent), system }
}

const firstOf = (table: [RegExp, string][], userAgent: string): string =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

const kindOf = (userAgent: string, system: string): Device['device'] => {
  if (system === 'iPadOS') return 'tablet'
  if (system === 'iOS') return 'phone'
  // Chrome and Firefox omit `Mobile` on tablets.
  if (system === 'Android') return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return system === '' ? 'unknown' : 'desktop'
}
