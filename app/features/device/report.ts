/**
 * The diagnosis of the app on this device as lines of text: kinds, codes and figures, but nobody's names, words or
 * numbers.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { Space } from '../../ports/device-storage.ts'
import type { Environment } from '../../ports/environment.ts'
import type { PushState } from '../../ports/push.ts'
import { timeOf } from '../../state/format.ts'
import { t, locale } from '../../state/i18n.ts'

export type ReportFacts = {
  environment: Environment
  language: string
  online: boolean
  push: PushState
  /** Null if no worker answers. */
  device: CallAnswer<'device.state'> | null
  report: CallAnswer<'device.report'> | null
  space: Space | null
  isProtected: boolean | null
  now: number
}

type Line = { label: string; value: string }

export const reportText = (facts: ReportFacts): string =>
  [...linesOf(facts).map(({ label, value }) => `${label}: ${value}`), ...queueOf(facts.report)].join('\n')

const linesOf = ({
  environment,
  language,
  online,
  push,
  device,
  report,
  space,
  isProtected,
  now,
}: ReportFacts): readonly Line[] => [
  { label: t('diagnostics.app'), value: environment.app },
  { label: t('diagnostics.worker'), value: report?.version ?? t('diagnostics.none') },
  { label: t('diagnostics.browser'), value: environment.browser },
  { label: t('diagnostics.language'), value: language },
  { label: t('diagnostics.installed'), value: yesNo(environment.installed) },
  { label: t('diagnostics.connection'), value: yesNo(online) },
  {
    label: t('diagnostics.lastSync'),
    value: report?.synced_at ? timeOf(report.synced_at, now) : t('diagnostics.never'),
  },
  { label: t('diagnostics.permission'), value: environment.permission },
  { label: t('diagnostics.subscribed'), value: yesNo(push === 'on') },
  { label: t('diagnostics.told'), value: yesNo(device?.push === true) },
  { label: t('diagnostics.space'), value: space ? `${sizeOf(space.used)} / ${sizeOf(space.quota)}` : '?' },
  { label: t('diagnostics.full'), value: yesNo(device?.storage === 'full') },
  { label: t('diagnostics.protected'), value: isProtected === null ? '?' : yesNo(isProtected) },
  { label: t('diagnostics.features'), value: listed(environment.features.present) },
  { label: t('diagnostics.missing'), value: listed(environment.features.missing) },
  { label: t('diagnostics.queue'), value: String(report?.queue.length ?? 0) },
]

/** One line per queued write: the call, its state, its age, its attempts, and the code of the last error. */
const queueOf = (report: ReportFacts['report']): string[] =>
  (report?.queue ?? []).map(
    ({ kind, state, age_ms, attempts, reason }) =>
      `- ${[kind, state, `${Math.round(age_ms / 1000)} s`, `× ${attempts}`, reason].filter((part) => part !== null).join(' · ')}`,
  )

const yesNo = (so: boolean): string => t(so ? 'diagnostics.yes' : 'diagnostics.no')

const listed = (names: readonly string[]): string => names.join(', ') || t('diagnostics.none')

const UNITS = [
  { unit: 'gigabyte', bytes: 1e9 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
] as const

/** For example 3.4 MB; below a kilobyte in bytes. */
export const sizeOf = (bytes: number): string => {
  const { unit, bytes: one } = UNITS.find((each) => bytes >= each.bytes) ?? { unit: 'byte', bytes: 1 }
  const amount = bytes / one
  return new Intl.NumberFormat(locale.value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: amount < 10 && one > 1e3 ? 1 : 0,
  }).format(amount)
}

export const numberText = (count: number): string => new Intl.NumberFormat(locale.value).format(count)
