/** The reason of a proposal as text [FIND-5]. */
import type { MatchReason } from '#contract/entities/match.ts'
import { listOf } from '../../state/format.ts'
import { t, tCode } from '../../state/i18n.ts'

const SHOWN_INTERESTS = 3

export const reasonText = (reason: MatchReason): string => {
  switch (reason.kind) {
    case 'interests':
      return t('matches.interests', {
        list: listOf(reason.interests.slice(0, SHOWN_INTERESTS).map((interest) => tCode('interest', interest))),
      })
    case 'near':
      return t('matches.near', { distance: tCode('value', `distance_${reason.distance}`) })
    case 'same_region':
      return t('matches.same_region')
    case 'age':
      return t('matches.age')
    case 'mutual':
      return t('matches.mutual')
    case 'active':
      return t('matches.active')
  }
}
