/** The desk's calls about the settings of the site, with their history [DESK-14]. */
import * as v from 'valibot'
import { IdText, OperatorText } from '../../fields.ts'
import type { DeskCall } from '../call.ts'
import { DeskSetting, SettingChange, SettingDomain, SettingKeyField } from '../entities/setting.ts'

const OWNER = ['owner'] as const

const byKey = v.object({ key: SettingKeyField })

/** A stored value, or null if none is stored. */
const Stored = v.nullable(v.object({ value: v.unknown() }))

export const settingsCalls = {
  'settings.list': {
    method: 'GET',
    path: 'settings',
    roles: OWNER,
    response: v.object({
      settings: v.array(DeskSetting),
      /** The host that FICTIONAL_URL names in the server's environment; null without one. */
      fictional_service: v.nullable(v.string()),
    }),
    errors: [],
  },
  /** Changes nothing: says whether a value fits, and which value counts now and then. */
  'settings.check': {
    method: 'POST',
    path: 'settings/:key/check',
    roles: OWNER,
    params: byKey,
    body: v.object({ domain: SettingDomain, to: Stored }),
    response: v.object({ before: v.unknown(), after: v.unknown() }),
    errors: ['setting_invalid'],
  },
  'settings.change': {
    method: 'PUT',
    path: 'settings/:key',
    roles: OWNER,
    params: byKey,
    /** `from`: the stored value that the caller has seen. */
    body: v.object({ domain: SettingDomain, from: Stored, to: Stored, reason: OperatorText }),
    response: v.object({}),
    errors: ['setting_invalid', 'changed_meanwhile', 'not_possible'],
  },
  /** The newest change first. */
  'settings.history': {
    method: 'GET',
    path: 'settings/:key/history',
    roles: OWNER,
    params: byKey,
    response: v.object({ changes: v.array(SettingChange) }),
    errors: [],
  },
  /** Takes a change back by a new change; only the newest change of a value can be taken back. */
  'settings.undo': {
    method: 'POST',
    path: 'settings/changes/:id/undo',
    roles: OWNER,
    params: v.object({ id: IdText }),
    body: v.object({ reason: OperatorText }),
    response: v.object({}),
    errors: ['not_found', 'setting_changed_since', 'setting_invalid'],
  },
} as const satisfies Record<string, DeskCall>
