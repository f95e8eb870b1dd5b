/** The stored authenticator secrets of staff, encrypted at rest [DESK-1]. */
import type { Deps } from '../../deps.ts'
import type { StaffRow } from './staff-queries.ts'

type Secrets = Pick<Deps, 'staffSecrets'>

const ownerOf = (staff: number): string => `staff ${staff}`

export const sealedTotp = ({ staffSecrets }: Secrets, staff: number, secret: string): string =>
  staffSecrets.seal(secret, ownerOf(staff))

/** @returns the secret of a confirmed authenticator app, or null: none, or its key is lost */
export const totpSecretOf = (
  { staffSecrets }: Secrets,
  { id, totpSecret, totpConfirmedAt }: Pick<StaffRow, 'id' | 'totpSecret' | 'totpConfirmedAt'>,
): string | null =>
  totpSecret === null || totpConfirmedAt === null ? null : staffSecrets.open(totpSecret, ownerOf(id))

/**
 * Encrypts every stored secret with the key in use: those of an older version, and those of a former key.
 * @returns the number of changed secrets, and the accounts whose secret no key opens
 */
export const sealAllTotp = ({
  staffSecrets,
  write,
}: Secrets & Pick<Deps, 'write'>): Promise<{ sealed: number; lost: string[] }> =>
  write(async (tx) => {
    const lost: string[] = []
    let sealed = 0
    for (const { staff } of await tx.staff.list()) {
      const { id, mail, totpSecret } = staff
      if (totpSecret === null || staffSecrets.isCurrent(totpSecret)) continue
      const secret = staffSecrets.open(totpSecret, ownerOf(id))
      if (secret === null) lost.push(mail)
      else {
        await tx.staff.change(id, { totpSecret: sealedTotp({ staffSecrets }, id, secret) })
        sealed += 1
      }
    }
    return { sealed, lost }
  })
