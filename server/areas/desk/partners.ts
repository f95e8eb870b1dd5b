/** Partners who bring visitors, and the links to their own numbers [DESK-14]. */
import type { Partner } from '#contract/desk/campaigns.ts'
import type { Deps } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { hashToken } from '../../http/caller.ts'
import type { Actor } from '../../http/desk-caller.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import type { PartnerRow } from './campaign-queries.ts'

export const partnerFrom = ({ id, name, linkMadeAt, linkRevokedAt }: PartnerRow): Partner => ({
  id,
  name,
  link: linkMadeAt === null ? null : { made_at: linkMadeAt, revoked_at: linkRevokedAt },
})

export const addPartner = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  name: string,
): Promise<Partner | DeskRefusal> =>
  write(async (tx) => {
    if ((await tx.campaigns.partners()).some((one) => one.name === name)) return refuseDesk('name_taken')
    const row = await tx.campaigns.addPartner(name, now())
    await tx.audit.add({ staff: staff.id, act: 'partner.add', after: { partner: row.id, name }, at: now() })
    return partnerFrom(row)
  })

const PARTNER_PATH = '/partner'

/** Only the hash is stored, so the address is shown once. An earlier link ends. */
export const makePartnerLink = (
  { write, now, random, env }: Pick<Deps, 'write' | 'now' | 'random' | 'env'>,
  staff: Actor,
  id: number,
): Promise<{ url: string; partner: Partner } | DeskRefusal> =>
  write(async (tx) => {
    const before = await tx.campaigns.partner(id)
    if (!before) return refuseDesk('not_found')
    const token = Buffer.from(random(32)).toString('base64url')
    const link = { tokenHash: hashToken(token), linkMadeAt: now(), linkRevokedAt: null }
    await tx.campaigns.setPartnerLink(id, link)
    const after = { partner: id }
    await tx.audit.add({ staff: staff.id, act: 'partner.link', after, at: now() })
    return { url: `${publicUrl(env)}${PARTNER_PATH}/${token}`, partner: partnerFrom({ ...before, ...link }) }
  })

export const revokePartnerLink = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: Actor,
  id: number,
): Promise<{ partner: Partner } | DeskRefusal> =>
  write(async (tx) => {
    const before = await tx.campaigns.partner(id)
    if (!before) return refuseDesk('not_found')
    const { tokenHash, linkMadeAt } = before
    if (linkMadeAt === null || before.linkRevokedAt !== null) return refuseDesk('not_possible')
    const link = { tokenHash, linkMadeAt, linkRevokedAt: now() }
    await tx.campaigns.setPartnerLink(id, link)
    const after = { partner: id }
    await tx.audit.add({ staff: staff.id, act: 'partner.revoke', after, at: now() })
    return { partner: partnerFrom({ ...before, ...link }) }
  })
