/** Changes a setting of the site; the audit has its history, with the value before and after [DESK-3]. */
import type { Json } from '#contract/desk/entities/audit.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { Deps } from '../../deps.ts'

type Change = {
  /** `*` for all domains. */
  domain: string
  key: keyof SiteSettings
  /** Left out: back to the value behind it. */
  value?: unknown
  reason: string
}

/** @param actor null only while the site has no staff */
export const changeSetting = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  actor: { id: number } | null,
  { domain, key, value, reason }: Change,
): Promise<void> =>
  write(async (tx) => {
    const before = (await tx.site.settingRows(domain)).find((row) => row.key === key && row.domain === domain)
    if (value === undefined) await tx.site.dropSetting(domain, key)
    else await tx.site.putSetting({ domain, key, value })
    await tx.audit.add({
      staff: actor?.id ?? null,
      act: 'setting.change',
      subject: null,
      before: { domain, key, ...(before && { value: before.value as Json }) },
      // A setting is JSON: its schema has parsed it.
      after: { domain, key, ...(value === undefined ? {} : { value: value as Json }) },
      reason,
      at: now(),
    })
  })
