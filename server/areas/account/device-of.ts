/** What a session's user agent says to a person: kind of device, browser, system. Rough on purpose; shown, never relied on. */
import type { MemberSession } from '#contract/entities/session.ts'

type Device = Pick<MemberSession, 'device' | 'browser' | 'system'>

/** The first that fits: browsers name those they are made from, and pretend to be others, so the special ones lead. */
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

export const deviceOf = (userAgent: string): Device => {
  const system = firstOf(SYSTEMS, userAgent)
  return { device: kindOf(userAgent, system), browser: firstOf(BROWSERS, userAgent), system }
}

const firstOf = (table: [RegExp, string][], userAgent: string): string =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

const kindOf = (userAgent: string, system: string): Device['device'] => {
  if (system === 'iPadOS') return 'tablet'
  if (system === 'iOS') return 'phone'
  // Chrome and Firefox leave `Mobile` out on tablets.
  if (system === 'Android') return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return system === '' ? 'unknown' : 'desktop'
}
