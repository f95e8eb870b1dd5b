import type { ComponentProps } from 'react'
import { goBackTo } from '../ports/history.ts'
import { t } from '../state/i18n.ts'
import { RoundLink } from '../ui/button.tsx'
import { href } from './routes.ts'

type Props = { to: 'members' | 'likes' } & Pick<ComponentProps<typeof RoundLink>, 'on' | 'className'>

/** Up to the list that a screen belongs to: as one left it, where one came from there. */
export const UpLink = ({ to, ...look }: Props) => (
  <RoundLink
    {...look}
    icon="chevron-left"
    label={t(to === 'members' ? 'shell.backToSearch' : 'shell.backToLikes')}
    href={href(to)}
    onClick={(event) => {
      if (goBackTo(href(to))) event.preventDefault()
    }}
  />
)
