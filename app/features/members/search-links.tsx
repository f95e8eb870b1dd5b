/** The three kinds of search: everyone, proposals, or the swipe game. */
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { SegmentedLinks } from '../../ui/segmented.tsx'

export const SearchLinks = ({ current }: { current: 'members' | 'match-finder' | 'swipe-game' }) => (
  <SegmentedLinks
    label={t('members.ways')}
    items={[
      { label: t('members.everyone'), href: href('members'), current: current === 'members' },
      { label: t('members.forYou'), href: href('match-finder'), current: current === 'match-finder' },
      { label: t('members.swipe'), href: href('swipe-game'), current: current === 'swipe-game' },
    ]}
  />
)
