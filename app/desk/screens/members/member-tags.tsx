import type { FoundMember } from '#contract/desk/entities/member.ts'
import { t, tCode } from '../../texts.ts'
import { Tag } from '../../ui/parts.tsx'

const STATUS_TONES = { not_confirmed: 'warn', active: 'good', deleting: 'bad', deleted: 'bad' } as const

/** Tags for an account: its status, a sanction, paid, fictional. */
export const MemberTags = ({ status, sanction, paid, fictional }: Omit<FoundMember, 'by'>) => (
  <>
    <Tag tone={STATUS_TONES[status]}>{tCode('memberStatus', status)}</Tag>
    {sanction === null ? null : <Tag tone="bad">{tCode('sanction', sanction)}</Tag>}
    {paid ? <Tag tone="plum">{t('member.paid')}</Tag> : null}
    {fictional ? <Tag icon="theatre">{t('queue.fictional')}</Tag> : null}
  </>
)
