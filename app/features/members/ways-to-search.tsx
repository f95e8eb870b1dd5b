/** The ways to find someone: everyone, or who may fit. */
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { SegmentedLinks } from '../../ui/segmented.tsx'

export const WaysToSearch = ({ current }: { current: 'members' | 'match-finder' }) => (
  <SegmentedLinks
    label={t('members.ways')}
    items={[
      { label: t('members.everyone'), href: href('members'), current: current === 'members' },
      { label: t('members.forYou'), href: href('match-finder'), current: current === 'match-finder' },
    ]}
  />
)
