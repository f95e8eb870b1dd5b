/** What browsers are told to forbid [SAFE-5]. */
import { createHash } from 'node:crypto'

type Headers = Record<string, string>

/** `visavis` makes the few URLs that scripts are loaded from; nothing else may. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types visavis default"

const FEATURES_OFF = ['camera', 'microphone', 'payment', 'usb', 'serial', 'midi', 'display-capture']

/** @param html whose inline scripts and styles are allowed, each by its hash */
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
  'cross-origin-opener-policy': 'same-origin',
  ...fileHeaders(isHttps),
})

/** A service worker is held to its own headers, not to those of the pages it serves. */
export const workerHeaders = (isHttps: boolean): Headers => ({
  'content-security-policy': policy([], []),
  ...fileHeaders(isHttps),
})

export const fileHeaders = (isHttps: boolean): Headers => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

/** Own origin only: no third party is asked for anything. */
const policy = (scripts: string[], styles: string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
  ].join('; ')

/** CSP hashes (sha256) of every inline element of a kind. */
export const hashesOf = (html: string, element: 'script' | 'style'): string[] => {
  const found = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi'))
  return [...new Set([...found].map(([, content = '']) => `'sha256-${sha256(content)}'`))]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
