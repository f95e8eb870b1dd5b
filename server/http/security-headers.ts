/** The security headers of documents, workers and files [SAFE-5]. */
import { createHash } from 'node:crypto'

type Headers = Record<string, string>

/** The policies `visavis` and `visavis-early` make the few URLs from which scripts are loaded; all others are blocked. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types visavis visavis-early default"

const FEATURES_OFF = ['camera', 'microphone', 'payment', 'usb', 'serial', 'midi', 'display-capture']

/** @param html its inline scripts and styles are allowed by their hashes */
export const documentHeaders = (html: string, isHttps: boolean): Headers => ({
  'content-security-policy': [
    policy(hashesOf(html, 'script'), hashesOf(html, 'style')),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    TRUSTED_TYPES,
  ].join('; '),
  'referrer-policy': 'same-origin',
  'permissions-policy': [...FEATURES_OFF.map((name) => `${name}=()`), 'geolocation=(self)'].join(', '),
  ...fileHeaders(isHttps),
})

/** Cuts a document off from the window that opened it. */
export const OPENER_HEADERS = { 'cross-origin-opener-policy': 'same-origin' }

/**
 * Whether a document has these headers. Chromium starts another process for them, which delays a slow phone's first paint by 50 ms; so a
 * visitor's page goes without them where the browser says that no page led to it.
 */
export const isCutOffFromOpener = (request: globalThis.Headers, isVisitorsPage: boolean): boolean =>
  !isVisitorsPage || request.get('sec-fetch-site') !== 'none'

/**
 * The headers of the desk's document [DESK-16]: it has no inline code, makes no URL from which a script is loaded, needs no
 * feature of the device, and stays out of caches and search engines.
 */
export const deskHeaders = (isHttps: boolean): Headers => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    // Mails are shown in a frame, as pages of their own without scripts.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'permissions-policy': [...FEATURES_OFF, 'geolocation'].map((name) => `${name}=()`).join(', '),
  ...OPENER_HEADERS,
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  ...fileHeaders(isHttps),
})

/** The browser applies a service worker's own headers to it, not those of the pages it controls. */
export const workerHeaders = (isHttps: boolean): Headers => ({
  'content-security-policy': policy([], []),
  ...fileHeaders(isHttps),
})

export const fileHeaders = (isHttps: boolean): Headers => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

/** Only our own origin: no third party gets a request. */
const policy = (scripts: string[], styles: string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
  ].join('; ')

/** The CSP hashes (sha256) of all inline elements of a kind. */
export const hashesOf = (html: string, element: 'script' | 'style'): string[] => {
  const found = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi'))
  return [...new Set([...found].map(([, content = '']) => `'sha256-${sha256(content)}'`))]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
