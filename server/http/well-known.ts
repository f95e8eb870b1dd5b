/**
 * `/.well-known/`: addresses that other programs know. Researchers read `security.txt` (RFC 9116), password managers open
 * `change-password` (W3C), and Android trusts the app of a store by `assetlinks.json` (Digital Asset Links). Each domain has its own.
 */
import type { Hono } from 'hono'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { fileHeaders } from './security-headers.ts'
import { siteOf } from './site.ts'
import { isHttps } from './session-cookie.ts'

/** RFC 9116 recommends less than a year. A server that is gone stops renewing the date. */
const VALID_MS = 180 * DAY_MS

/** @param url the domain's origin */
const securityText = (
  { security_contact, support_email, domain_language }: SiteSettings,
  url: string,
  now: number,
): string => {
  // The whole day gives the same text, so that caches agree.
  const expires = new Date(Math.floor(now / DAY_MS) * DAY_MS + VALID_MS).toISOString()
  return [
    `Contact: ${security_contact === '' ? `mailto:${support_email}` : security_contact}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${[...new Set(['en', domain_language])].join(', ')}`,
    `Canonical: ${url}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** One statement for each app of a store that may open this domain without an address bar. */
const assetLinks = ({ store_apps }: Pick<SiteSettings, 'store_apps'>) =>
  store_apps.map(({ package_name, fingerprints }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name, sha256_cert_fingerprints: fingerprints },
  }))

export const mountWellKnown = (app: Hono, deps: Deps): void => {
  const headers = {
    ...fileHeaders(isHttps(deps.env)),
    'cache-control': 'public, max-age=3600',
  }
  app.get('/.well-known/security.txt', (c) => {
    const site = siteOf(c, deps)
    return c.text(securityText(site.settings(), publicUrl(site.env), deps.now()), 200, headers)
  })
  app.get('/.well-known/change-password', (c) => c.redirect('/settings', 302))
  app.get('/.well-known/assetlinks.json', (c) => c.json(assetLinks(siteOf(c, deps).settings()), 200, headers))
}
