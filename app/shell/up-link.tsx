import type { ComponentProps } from 'react'
import { goBackTo } from '../ports/history.ts'
import { t } from '../state/i18n.ts'
import { RoundLink } from '../ui/button.tsx'
import { href } from './routes.ts'
import type { RouteName } from './screens.ts'

type Props = { to: RouteName } & Pick<ComponentProps<typeof RoundLink>, 'on' | 'className'>

/** Up to the screen that a screen belongs to: as one left it, where one came from there. */
export const UpLink = ({ to, ...look }: Props) => (
  <RoundLink
    {...look}
    icon="chevron-left"
    label={labelOf(to)}
    href={href(to)}
    onClick={(event) => {
      if (goBackTo(href(to))) event.preventDefault()
    }}
  />
)

const labelOf = (to: RouteName): string => {
  if (to === 'members') return t('shell.backToSearch')
  return to === 'likes' ? t('shell.backToLikes') : t('ui.back')
}
