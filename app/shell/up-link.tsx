import type { ComponentProps } from 'react'
import { goBackTo } from '../ports/history.ts'
import { t } from '../state/i18n.ts'
import { RoundLink } from '../ui/button.tsx'
import { href } from './routes.ts'
import type { RouteName } from './screens.ts'

type Props = { to: RouteName } & Pick<ComponentProps<typeof RoundLink>, 'on' | 'className'>

/** A link to the parent screen. If the member came from there, it goes back in the history, so the parent keeps its state. */
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
